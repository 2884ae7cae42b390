#!/bin/sh
# make-postfix.sh DIR SMTP_PORT LMTP_PORT AUTH_PORT SINK_PORT ADDRESS...
#
# Writes DIR/etc and starts a second Postfix of its own on 127.0.0.1; needs root. DIR holds
# cert.pem and key.pem. Mail for an ADDRESS (all at game.test, with or without "+detail") goes
# to LMTP_PORT; mail for anybody else goes to SINK_PORT on this machine, whatever its domain,
# so that nothing can leave. Log-ins (after STARTTLS) are checked at Dovecot's AUTH_PORT.
# It tries again every 2 seconds and gives up, with a bounce, after 20.
# Stop it with: postfix -c DIR/etc stop
set -eu
dir=$1 smtp=$2 lmtp=$3 auth=$4 sink=$5
shift 5
mkdir -p "$dir/etc" "$dir/spool" "$dir/data"
chown postfix "$dir/data"
cp /etc/postfix/postfix-files "$dir/etc/" 2>/dev/null ||
    cp /usr/share/postfix/postfix-files "$dir/etc/" 2>/dev/null || true
if [ -d /etc/postfix/postfix-files.d ]; then cp -r /etc/postfix/postfix-files.d "$dir/etc/"; fi
boxes=""
for address in "$@"; do boxes="$boxes $address=ok,"; done
cat >"$dir/etc/main.cf" <<C
compatibility_level = 3.6
queue_directory = $dir/spool
data_directory = $dir/data
maillog_file = $dir/maillog
maillog_file_prefixes = $dir
myhostname = mx.game.test
mydomain = game.test
myorigin = game.test
mydestination =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
smtpd_relay_restrictions = permit_mynetworks, permit_sasl_authenticated, reject
virtual_mailbox_domains = game.test
virtual_mailbox_maps = inline:{ ${boxes%,} }
virtual_transport = lmtp:inet:127.0.0.1:$lmtp
recipient_delimiter = +
default_transport = smtp:[127.0.0.1]:$sink
relay_transport = smtp:[127.0.0.1]:$sink
smtp_tls_security_level = none
smtpd_tls_security_level = may
smtpd_tls_cert_file = $dir/cert.pem
smtpd_tls_key_file = $dir/key.pem
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = inet:127.0.0.1:$auth
smtpd_tls_auth_only = yes
smtp_dns_support_level = disabled
smtpd_peername_lookup = no
minimal_backoff_time = 2s
maximal_backoff_time = 5s
queue_run_delay = 2s
maximal_queue_lifetime = 20s
bounce_queue_lifetime = 20s
delay_warning_time = 0
message_size_limit = 10240000
smtpd_client_connection_rate_limit = 0
smtpd_error_sleep_time = 0
smtpd_forbid_bare_newline = yes
alias_maps =
alias_database =
local_recipient_maps =
C
cat >"$dir/etc/master.cf" <<C
127.0.0.1:$smtp inet n - n - - smtpd
pickup    unix n - n 60 1 pickup
cleanup   unix n - n - 0 cleanup
qmgr      unix n - n 300 1 qmgr
tlsmgr    unix - - n 1000? 1 tlsmgr
rewrite   unix - - n - - trivial-rewrite
bounce    unix - - n - 0 bounce
defer     unix - - n - 0 bounce
trace     unix - - n - 0 bounce
verify    unix - - n - 1 verify
flush     unix n - n 1000? 0 flush
proxymap  unix - - n - - proxymap
smtp      unix - - n - - smtp
relay     unix - - n - - smtp
showq     unix n - n - - showq
error     unix - - n - - error
retry     unix - - n - - error
discard   unix - - n - - discard
local     unix - n n - - local
virtual   unix - n n - - virtual
lmtp      unix - - n - - lmtp
anvil     unix - - n - 1 anvil
scache    unix - - n - 1 scache
postlog   unix-dgram n - n - 1 postlogd
C
postfix -c "$dir/etc" set-permissions >"$dir/postfix.log" 2>&1 || true
postfix -c "$dir/etc" check >>"$dir/postfix.log" 2>&1
postfix -c "$dir/etc" start >>"$dir/postfix.log" 2>&1 </dev/null

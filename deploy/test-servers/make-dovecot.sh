#!/bin/sh
# make-dovecot.sh DIR IMAP_PORT IMAPS_PORT LMTP_PORT AUTH_PORT USER:PASSWORD...
#
# Writes DIR/dovecot.conf and starts Dovecot on 127.0.0.1 as the present user, who must
# not be root. DIR holds cert.pem and key.pem. USER is the local part of an address.
#   IMAP_PORT   IMAP with STARTTLS (and in the clear, for tests)
#   IMAPS_PORT  IMAP over TLS
#   LMTP_PORT   deliveries; a "+detail" in the address goes to INBOX
#   AUTH_PORT   log-ins for Postfix
# Stop it with: doveadm -c DIR/dovecot.conf stop
set -eu
dir=$1 imap=$2 imaps=$3 lmtp=$4 auth=$5
shift 5
user=$(id -un) group=$(id -gn)
mkdir -p "$dir/run" "$dir/mail" "$dir/log"
: >"$dir/passwd"
for account in "$@"; do
    echo "${account%%:*}:{PLAIN}${account#*:}::::::" >>"$dir/passwd"
done

# What both versions share: the services, which must run without root.
cat >"$dir/services.conf" <<C
service imap-login {
  chroot =
  process_min_avail = 1
  service_count = 0
  inet_listener imap {
    port = $imap
  }
  inet_listener imaps {
    port = $imaps
    ssl = yes
  }
}
service lmtp {
  chroot =
  inet_listener lmtp {
    port = $lmtp
  }
}
service auth {
  inet_listener auth {
    port = $auth
  }
}
service anvil {
  chroot =
  # Without this a wrong password slows down every later log-in from this machine.
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service stats {
  chroot =
}
C

case $(dovecot --version) in
2.3.*)
    cat >"$dir/dovecot.conf" <<C
base_dir = $dir/run
state_dir = $dir/run
log_path = $dir/log/dovecot.log
info_log_path = $dir/log/dovecot.log
protocols = imap lmtp
listen = 127.0.0.1
ssl = yes
ssl_cert = <$dir/cert.pem
ssl_key = <$dir/key.pem
disable_plaintext_auth = no
default_internal_user = $user
default_internal_group = $group
default_login_user = $user
first_valid_uid = 1
mail_location = maildir:$dir/mail/%n/Maildir
mail_home = $dir/mail/%n
mail_uid = $user
mail_gid = $group
mail_fsync = never
recipient_delimiter = +
auth_mechanisms = plain login
auth_failure_delay = 0
passdb {
  driver = passwd-file
  args = scheme=PLAIN username_format=%n $dir/passwd
}
userdb {
  driver = passwd-file
  args = username_format=%n $dir/passwd
  override_fields = uid=$user gid=$group home=$dir/mail/%n
}
namespace inbox {
  inbox = yes
}
!include $dir/services.conf
service imap-hibernate {
  chroot =
}
C
    ;;
*)
    version=$(dovecot --version | sed 's/[^0-9.].*//')
    cat >"$dir/dovecot.conf" <<C
dovecot_config_version = $version
dovecot_storage_version = $version
base_dir = $dir/run
state_dir = $dir/run
log_path = $dir/log/dovecot.log
info_log_path = $dir/log/dovecot.log
protocols {
  imap = yes
  lmtp = yes
}
listen = 127.0.0.1
ssl = yes
ssl_server_cert_file = $dir/cert.pem
ssl_server_key_file = $dir/key.pem
auth_allow_cleartext = yes
default_internal_user = $user
default_internal_group = $group
default_login_user = $user
first_valid_uid = 1
mail_driver = maildir
mail_path = $dir/mail/%{user | username}/Maildir
mail_home = $dir/mail/%{user | username}
mail_uid = $user
mail_gid = $group
mail_fsync = never
recipient_delimiter = +
auth_mechanisms {
  plain = yes
  login = yes
}
auth_failure_delay = 0
auth_username_format = %{user | username | lower}
passdb passwd-file {
  default_password_scheme = PLAIN
  passwd_file_path = $dir/passwd
}
userdb passwd-file {
  passwd_file_path = $dir/passwd
  fields {
    uid = $user
    gid = $group
    home = $dir/mail/%{user | username}
  }
}
namespace inbox {
  inbox = yes
}
!include $dir/services.conf
C
    ;;
esac
# The daemon keeps whatever output it is given: not a pipe that somebody waits for.
dovecot -c "$dir/dovecot.conf" >"$dir/log/start.log" 2>&1 </dev/null || {
    cat "$dir/log/start.log" >&2
    exit 1
}

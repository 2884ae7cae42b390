#!/bin/sh
# make-certificate.sh DIR
# Writes DIR/cert.pem and DIR/key.pem, self-signed, for localhost and 127.0.0.1.
# Clients trust cert.pem itself as the authority.
set -eu
openssl req -x509 -newkey rsa:2048 -nodes -days 30 -sha256 \
    -keyout "$1/key.pem" -out "$1/cert.pem" -subj "/CN=localhost" \
    -addext "subjectAltName=DNS:localhost,IP:127.0.0.1" \
    -addext "basicConstraints=critical,CA:TRUE" >"$1/openssl.log" 2>&1
chmod 644 "$1/cert.pem" "$1/key.pem"

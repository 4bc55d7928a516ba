#!/usr/bin/env bash
# Versions: Dovecot 2.3.19.1 of Debian 12 (dovecot-core), its dovecot-lda, without configuration but folders and a quota.
# Guess:    where a mailbox is full, dovecot-lda fails (75, "try again later"), and the mail server keeps the email, as it would after an SMTP
#           server's 452.
# Seen:     it ends with code 0, as if it had delivered: it means to send a rejection itself, and where the mail server passed on no sender,
#           there is nobody to send it to. The email is nowhere. Only `quota_full_tempfail = yes` makes it 75.
# Matters:  replies that reach a mailbox by dovecot-lda are gone without a trace while the mailbox is full, also once it has room again.
set -euo pipefail
command -v dovecot >/dev/null || apt-get install -y dovecot-core >/dev/null
folder=$(mktemp -d)
[ "$(id -u)" != 0 ] || chown nobody "$folder"
user() { if [ "$(id -u)" = 0 ]; then setpriv --reuid=nobody --regid=nogroup --clear-groups "$@"; else "$@"; fi; }
owner=$(user id -un) group=$(user id -gn)
cd "$folder"
cat > dovecot.conf <<CONF
protocols =
base_dir = $folder/run
state_dir = $folder/state
log_path = $folder/log
ssl = no
default_internal_user = $owner
default_internal_group = $group
default_login_user = $owner
first_valid_uid = 1
mail_location = maildir:$folder/mail
mail_plugins = quota
plugin {
  quota = maildir:User quota
  quota_rule = *:storage=10K
}
passdb {
  driver = static
  args = password=pass
}
userdb {
  driver = static
  args = uid=$(user id -u) gid=$(user id -g) home=$folder
}
service anvil {
  chroot =
}
CONF
sed 's/^mail_plugins.*/&\nquota_full_tempfail = yes/' dovecot.conf > later.conf
user dovecot -c "$folder/dovecot.conf"
trap 'user dovecot -c "$folder/dovecot.conf" stop; rm -rf "$folder"' EXIT
for _ in $(seq 100); do [ -S run/auth-userdb ] && break; sleep 0.1; done
deliver() {
  code=0
  { printf 'From: clara@example.com\n\n'; head -c "$2" /dev/zero | tr '\0' x; } |
    user /usr/lib/dovecot/dovecot-lda -c "$folder/$1.conf" -d replies || code=$?
  echo "$1: $2 bytes, code $code, emails in the mailbox: $(find mail -path '*new/*' -type f 2>/dev/null | wc -l)"
}
{ deliver dovecot 1000; deliver dovecot 20000; deliver later 20000; } | tee seen
diff seen - <<'SEEN'
dovecot: 1000 bytes, code 0, emails in the mailbox: 1
dovecot: 20000 bytes, code 0, emails in the mailbox: 1
later: 20000 bytes, code 75, emails in the mailbox: 1
SEEN

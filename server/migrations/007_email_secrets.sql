-- Tokens of unsubscribe links, one for each email. Only their hash is stored. The links of `mail_tokens` have ended: it is dropped by the
-- next version, since servers of the version before still write to it.
create table unsubscribe_tokens (
  token_hash text primary key,
  email text not null references users (email),
  created bigint not null,
  -- The setting before the user unsubscribed, for an undo.
  choice text not null default ''
);
create index unsubscribe_tokens_by_user on unsubscribe_tokens (email);
create index unsubscribe_tokens_by_age on unsubscribe_tokens (created);

-- The mailboxes from which replies are fetched, by the hash of their address.
create table reply_mailboxes (
  mailbox_hash text primary key,
  uid_validity bigint not null,
  -- The first email that is taken although somebody has opened it.
  first_uid bigint not null
);

-- Removes the tokens of our own links and addresses from what was stored of emails, also where a mail program has wrapped or encoded
-- them; `replies/ourSecrets.ts` has done that since. A large table takes its time.
set local statement_timeout = 0;
create function without_secrets(text) returns text language sql immutable as $$
  select regexp_replace(
    regexp_replace(
      $1,
      '((api(/|%(25)*2F|[-*=]2F|_)(=?\n[>|\s]*)?(mail(/|%(25)*2F|[-*=]2F|_)(=?\n[>|\s]*)?(un|re)subscribe|calendar)(/|%(25)*2F|[-*=]2F|_)(=?\n[>|\s]*)?)|((invitation|oobCode)(=|%(25)*3D|[-*=]3D)(=?\n[>|\s]*)?))([\w%*-]{43,}|[\w%*-]((=?\n[>|\s]*)?[\w%*-]){42}|[\w%*-]{8,})',
      '\1…', 'gi'),
    '((\+|%(25)*2B|[-*=]2B)(=?\n[>|\s]*)?)[0-9a-f]((=?\n[>|\s]*)?[0-9a-f]){39}(?![0-9a-f])', '\1…', 'gi')
$$;
update messages set
    content = without_secrets(content),
    whole = without_secrets(whole),
    words = ts_delete(words, array(
      select lower(found[1]) from regexp_matches(content, '(?:\+|%2B)([0-9a-f]{40})', 'gi') as found))
  where content ~* '[+]|%2B|subscribe|api.{1,3}calendar|invitation|oobCode' and without_secrets(content) <> content
    or whole is not null and without_secrets(whole) <> whole;
drop function without_secrets(text);

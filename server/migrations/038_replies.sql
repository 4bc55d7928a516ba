-- Tokens in the Reply-To of emails about jobs: whose reply it is, and to which job. Only their hash is stored.
create table reply_tokens (
  token_hash text primary key,
  email text not null references users (email),
  job_id text not null,
  created bigint not null
);
create index reply_tokens_by_user on reply_tokens (email);
create index reply_tokens_by_age on reply_tokens (created);

-- When the sender of a reply that was not posted was last told why, by the hash of their address.
create table unposted_replies (
  sender_hash text not null,
  reason text not null,
  told bigint not null,
  primary key (sender_hash, reason)
);
create index unposted_replies_by_age on unposted_replies (told);

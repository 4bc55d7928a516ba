-- Queued emails (renamed later): their content is removed when they are sent, their row stays for a while.
create table letters (
  -- Unguessable; the Message-ID of every attempt.
  letter_id text primary key,
  seq bigint generated always as identity unique,
  -- `invitation`, `approval`, `refusal`, `notice`.
  kind text not null,
  recipient text not null,
  -- Subject, text and HTML; null for a notice, which is written when it is sent, and for every finished email.
  content jsonb,
  -- The job that a notice is about.
  job_id text references jobs (job_id),
  created bigint not null,
  -- When it is sent or retried.
  due bigint not null,
  -- First attempt; later events go into another email.
  tried bigint,
  attempts integer not null default 0,
  done bigint,
  -- `SENT`, `REFUSED` (permanently), `GIVEN_UP`; empty until it is done.
  outcome text not null default '',
  -- Code of the last failure, never the message of the mail server, which contains addresses.
  error text not null default ''
);
-- One pending email per recipient and job collects their events.
create unique index letters_gathering on letters (recipient, job_id)
  where kind = 'notice' and tried is null and done is null;
create index letters_due on letters (due, seq) where done is null;
create index letters_done on letters (done) where done is not null;

-- The notices collected in an email.
create table letter_notices (
  seq bigint generated always as identity primary key,
  letter_id text not null references letters (letter_id) on delete cascade,
  kind text not null,
  communication_id text references messages (communication_id),
  actor text not null,
  changes jsonb not null,
  results integer not null,
  created bigint not null
);
create index letter_notices_by_letter on letter_notices (letter_id, seq);

-- Tokens of unsubscribe links.
create table mail_tokens (
  email text primary key references users (email),
  token text not null unique,
  -- The setting before the user unsubscribed, for an undo.
  choice text not null default ''
);

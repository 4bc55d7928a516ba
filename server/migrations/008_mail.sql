-- Letters on their way: what they say leaves with them, that they went stays for a while.
create table letters (
  -- Unguessable; the Message-ID of the letter, however often it is sent.
  letter_id text primary key,
  seq bigint generated always as identity unique,
  -- `invitation`, `approval`, `refusal`, `notice`.
  kind text not null,
  recipient text not null,
  -- Subject, text and HTML; null of a notice, which is written when it goes, and of every letter that is done.
  content jsonb,
  -- The conversation a notice is about.
  job_id text references jobs (job_id),
  created bigint not null,
  -- When it is sent, or tried again.
  due bigint not null,
  -- When it was tried first; what happens later is not for this letter any more.
  tried bigint,
  attempts integer not null default 0,
  done bigint,
  -- `SENT`, `REFUSED` (for good), `GIVEN_UP`; empty until it is done.
  outcome text not null default '',
  -- Code of the last failure, never the words of the mail server, which hold addresses.
  error text not null default ''
);
-- What happens on a job gathers in one letter for each person.
create unique index letters_gathering on letters (recipient, job_id)
  where kind = 'notice' and tried is null and done is null;
create index letters_due on letters (due, seq) where done is null;
create index letters_done on letters (done) where done is not null;

-- What a letter is to tell of.
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

-- What stands in the link of a person's letters that ends them.
create table mail_tokens (
  email text primary key references users (email),
  token text not null unique,
  -- What they had chosen before they followed the link, so that they can take it back.
  choice text not null default ''
);

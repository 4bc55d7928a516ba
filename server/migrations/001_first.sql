-- Times are epoch seconds. The contract defines and checks enumerations, so that a new value needs no migration.

create table users (
  email text primary key check (email = lower(email)),
  uid text not null default '',
  first_name text not null,
  last_name text not null,
  company text not null default '',
  phone_number text not null default '',
  address jsonb not null,
  user_type text not null,
  user_approved boolean not null default false,
  user_refused boolean not null default false,
  -- Orders users created in the same second.
  seq bigint generated always as identity unique,
  created bigint not null,
  updated bigint not null
);
create index users_by_type on users (user_type, seq desc);
create index users_by_seq on users (seq desc);

create table invitations (
  email text primary key check (email = lower(email)),
  token text not null unique,
  first_name text not null,
  last_name text not null,
  user_type text not null,
  invited_by text not null,
  created bigint not null,
  -- When the user registered; null while the invitation is open.
  accepted bigint
);

create table jobs (
  job_id text primary key,
  seq bigint generated always as identity unique,
  job_code text not null constraint jobs_code unique,
  project text not null,
  address jsonb not null,
  job_reporter text not null references users (email),
  job_type text not null,
  category text not null,
  job_priority text not null,
  job_description text not null default '',
  job_delivery_mode text not null,
  copies_number integer,
  delivery_address jsonb,
  delivery_priority text not null,
  services jsonb not null,
  attachment_links text not null default '',
  reference_links text not null default '',
  status text not null,
  message text not null default '',
  -- '' when unassigned.
  assigned_to text not null default '',
  tracking_number text not null default '',
  revision_of text references jobs (job_id),
  version integer not null default 1,
  -- Normalized address and services: jobs with the same value are duplicates.
  duplicate_key text not null,
  -- Lower-case words of all searched fields, split by the code that also splits queries.
  search tsvector not null default '',
  created bigint not null,
  updated bigint not null
);
create unique index jobs_duplicate on jobs (duplicate_key) where status <> 'CANCELLED';
create index jobs_by_reporter on jobs (job_reporter, seq desc);
create index jobs_by_status on jobs (status, seq desc);
create index jobs_by_assignee on jobs (assigned_to, seq desc);
create index jobs_by_updated on jobs (updated desc, seq desc);
create index jobs_by_project on jobs (lower(project), seq);
create index jobs_by_search on jobs using gin (search);

create table messages (
  communication_id text primary key,
  job_id text not null references jobs (job_id),
  -- Increases with every message of the server; orders messages of the same second.
  sequence bigint generated always as identity unique,
  content text not null,
  status text not null,
  from_user text not null,
  -- '' for a client's message on an unassigned job.
  to_user text not null default '',
  from_user_type text not null,
  created bigint not null
);
create index messages_by_job on messages (job_id, sequence);
create index messages_new_by_job on messages (job_id) where status = 'NEW';
create index messages_new_to on messages (to_user, sequence desc) where status = 'NEW';

create table attachments (
  key text primary key,
  job_id text not null references jobs (job_id),
  -- Null when the file came with the job itself.
  communication_id text references messages (communication_id),
  -- Order in which the files were chosen.
  seq bigint generated always as identity unique,
  file_name text not null,
  content_type text not null,
  size bigint not null,
  sha256 text not null,
  uploaded_by text not null,
  created bigint not null
);
create index attachments_by_job on attachments (job_id, seq);
create index attachments_by_message on attachments (communication_id, seq);

-- Changes of jobs, as shown to users.
create table history (
  seq bigint generated always as identity primary key,
  job_id text not null references jobs (job_id),
  created bigint not null,
  user_email text not null,
  field text not null,
  -- The job's version that the change made.
  version integer not null default 0,
  from_text text not null default '',
  to_text text not null default ''
);
create index history_by_job on history (job_id, seq desc);

-- Completed writes, stored for good: a repeat with the same key of the same user gets the same response.
create table idempotency (
  uid text not null,
  key text not null,
  call text not null,
  fingerprint text not null,
  -- The exact body of the response; only successes are stored. Null until the write is done, in its transaction.
  answer text,
  created bigint not null,
  primary key (uid, key)
);

-- The audit trail of changes to users; changes of jobs are in `history`.
create table audit (
  seq bigint generated always as identity primary key,
  created bigint not null,
  actor text not null,
  action text not null,
  subject text not null,
  detail jsonb not null default '{}'
);
create index audit_by_subject on audit (subject, seq desc);

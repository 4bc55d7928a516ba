-- When a job is due, while rules of due dates are set: the day in the firm's zone, and the moment at which that day ends (seconds). Null
-- in jobs that no rule fits, and until a schedule has computed it.
alter table jobs add column due_day text, add column due_end bigint,
  -- The day that staff set, and when (seconds); null for that of the rules.
  add column due_set_day text, add column due_set_at bigint;
create index jobs_by_due on jobs (due_end, seq) where status = 'IN_PROGRESS' and due_end is not null;

-- At most one row: the rules (`contract/dueRules.ts`), null while due dates are off.
create table due_rules (
  only_row boolean primary key default true check (only_row),
  rules jsonb
);
-- At most one row: how far the due dates of open jobs have been computed by the rules. Jobs below this number are left; null when all
-- are done. Apart from the rules, which writes of jobs share a lock on.
create table due_progress (
  only_row boolean primary key default true check (only_row),
  seq_below bigint
);

-- The calendar feeds: at most one of each user, by the hash of the secret in its address.
create table calendar_feeds (
  email text primary key,
  token_hash text not null unique,
  created bigint not null
);

-- Recurring jobs, each run by one of all processes.
create table chores (
  name text primary key,
  -- The next run; during a run, until when no other process starts it.
  due bigint not null,
  -- The last run and its result; null before the first.
  done bigint,
  result jsonb
);

-- Files and rows are compared by the beginnings of their keys.
create index attachments_by_shard on attachments (left(key, 2));

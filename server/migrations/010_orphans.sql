-- What one of all processes does now and then.
create table chores (
  name text primary key,
  -- When it is to be done next; while somebody does it, until when nobody else begins.
  due bigint not null,
  -- When it was done last, and what came of it; null before the first time.
  done bigint,
  result jsonb
);

-- Files and rows are compared in parts: those whose keys begin the same.
create index attachments_by_shard on attachments (left(key, 2));

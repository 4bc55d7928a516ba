-- Notes of staff on a job. Their own table, so that nothing that reads messages can ever return one.
create table staff_notes (
  note_id text primary key,
  job_id text not null references jobs (job_id),
  -- Order within a job.
  sequence bigint generated always as identity,
  content text not null,
  from_user text not null,
  -- Emails of the staff who are notified of it.
  mentions text[] not null default '{}',
  created bigint not null,
  -- When it was written on the device, in seconds by the server's clock; null where the device did not say. Orders nothing.
  written bigint
);
create index staff_notes_by_job on staff_notes (job_id, sequence);

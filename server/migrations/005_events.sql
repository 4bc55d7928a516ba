-- Events, for live streams and notifications. Written in the transaction of the change.
create table events (
  seq bigint generated always as identity primary key,
  -- Transaction id: a reader's cursor is a snapshot, because numbers alone would skip late commits.
  xid xid8 not null default pg_current_xact_id(),
  created bigint not null,
  -- `message`, `mark`, `new-job`, `job`, `profile`.
  kind text not null,
  actor text not null,
  job_id text references jobs (job_id),
  communication_id text references messages (communication_id),
  -- Who may receive it besides staff: the reporter of the job, the user of the profile.
  for_user text not null,
  -- Further data for notifications, by kind.
  detail jsonb not null default '{}',
  -- True until it is dispatched to the queues.
  to_notify boolean not null default true
);
create index events_by_xid on events (xid);
create index events_to_notify on events (seq) where to_notify;
create index events_by_age on events (created);

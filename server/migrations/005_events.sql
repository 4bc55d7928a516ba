-- What happened: for whoever watches, and for whoever is to be told. Written in the transaction that did it.
create table events (
  seq bigint generated always as identity primary key,
  -- Whoever reads on holds a snapshot of what they have seen: numbers alone would skip what is committed late.
  xid xid8 not null default pg_current_xact_id(),
  created bigint not null,
  -- `message`, `mark`, `new-job`, `job`, `profile`.
  kind text not null,
  actor text not null,
  job_id text references jobs (job_id),
  communication_id text references messages (communication_id),
  -- Who may hear of it beside staff: the reporter of the job, the person of the profile.
  for_user text not null,
  -- What more a notification has to know, by the kind.
  detail jsonb not null default '{}',
  -- Until what it gives rise to is in the queues.
  to_notify boolean not null default true
);
create index events_by_xid on events (xid);
create index events_to_notify on events (seq) where to_notify;
create index events_by_age on events (created);

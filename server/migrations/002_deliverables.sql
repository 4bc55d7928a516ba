-- The deliverables of jobs. Append-only: a correction is the next revision in the chain.
create table deliverables (
  key text primary key,
  job_id text not null references jobs (job_id),
  seq bigint generated always as identity unique,
  -- Null for wet stamps that were sent without a file.
  attachment_key text unique references attachments (key),
  revision integer not null,
  -- The deliverable that this one replaced; each can be replaced once.
  supersedes text constraint deliverables_supersedes unique references deliverables (key),
  delivery_mode text not null,
  copies_number integer,
  carrier text not null default '',
  tracking_number text not null default '',
  note text not null default '',
  added_by text not null,
  created bigint not null
);
create index deliverables_by_job on deliverables (job_id, seq desc);

create index jobs_by_revision on jobs (revision_of) where revision_of is not null;

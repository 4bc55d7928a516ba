-- The stamped results of a job. Rows are only ever added: what corrects a result is the next revision of its line.
create table deliverables (
  key text primary key,
  job_id text not null references jobs (job_id),
  seq bigint generated always as identity unique,
  -- Null for wet stamps that were sent without a file.
  attachment_key text unique references attachments (key),
  revision integer not null,
  -- The result whose place this one took; it is superseded then, and can be so once only.
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

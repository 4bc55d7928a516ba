-- What differs between two PDFs, as a device or this server has found out: made again where it is missing, as previews are.
create table comparisons (
  -- The job of the file after.
  job_id text not null references jobs (job_id),
  before_key text not null references attachments (key) on delete cascade,
  after_key text not null references attachments (key) on delete cascade,
  -- The engine that compared.
  version integer not null,
  -- Whether staff or this server compared: staff do not rely on what a client's device says.
  by_staff boolean not null,
  -- As the contract has it, without the keys of the files and the version.
  sheets jsonb not null,
  created bigint not null,
  primary key (after_key, before_key)
);
create index comparisons_by_job on comparisons (job_id, created desc);
create index comparisons_by_before on comparisons (before_key);

-- The firm's pairs of keys (Ed25519), by which it signs what signature reports state: one for all processes on this database at a time.
create table firm_keys (
  -- 1, and one more for each that takes over.
  place integer primary key,
  -- The 32 bytes of each, in base64url. The private one is empty once it signs no more.
  public_key text not null unique,
  private_key text not null,
  -- From when on it signs, in seconds.
  signs_from bigint not null,
  -- When it was said to be stolen, or null.
  revoked bigint
);

-- The licenses of engineers, as their boards have them.
create table licenses (
  license_id text primary key,
  email text not null references users (email),
  name text not null,
  state text not null,
  number text not null,
  discipline text not null,
  -- The last day on which it is valid.
  expires text not null
);
create index licenses_by_user on licenses (email);

-- The signature reports that were made, by the token of their QR code.
create table seals (
  token text primary key,
  job_id text not null references jobs (job_id),
  report_key text not null unique references attachments (key),
  revision integer not null,
  created bigint not null
);
create index seals_by_job on seals (job_id);
create table sealed_files (
  token text not null references seals (token),
  place integer not null,
  deliverable_key text not null references deliverables (key),
  -- Hex; where the rule of a state asks for it.
  sha1 text not null default '',
  primary key (token, place)
);
create index sealed_files_by_deliverable on sealed_files (deliverable_key);

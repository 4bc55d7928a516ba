-- Resumable uploads, until a message or a job takes them.
create table uploads (
  -- Unguessable; the last segment of its address.
  upload_id text primary key,
  -- The owner's id at the identity provider.
  uid text not null,
  size bigint not null,
  -- Number of stored bytes: the offset at which the client continues.
  received bigint not null default 0,
  -- The client's metadata; `filename` is the file's name.
  metadata jsonb not null,
  created bigint not null,
  -- Expiry, after which it cannot be continued and is removed.
  expires bigint not null,
  -- Until then a process is joining the chunks; an expired claim is free.
  joining_until bigint not null default 0,
  -- The joined file in the store, and what was detected of it.
  key text unique,
  content_type text,
  sha256 text,
  -- When it became an attachment, which owns its file from then on. The row stays for a while for repeated requests.
  used bigint
);
create index uploads_by_owner on uploads (uid) where used is null;
create index uploads_by_age on uploads (expires);

-- Chunks. The row is written before the bytes, so that leftovers of a crash are found.
create table upload_pieces (
  key text primary key,
  upload_id text not null references uploads (upload_id) on delete cascade,
  -- Offset of the first byte.
  start bigint not null,
  -- Null while it is being written.
  size bigint
);
create index upload_pieces_by_upload on upload_pieces (upload_id, start);

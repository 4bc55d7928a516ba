-- Files on their way in pieces, until a message or a job takes them.
create table uploads (
  -- Unguessable; the end of its address.
  upload_id text primary key,
  -- Whose it is, at the identity provider.
  uid text not null,
  size bigint not null,
  -- Where the sender goes on: so many bytes are kept.
  received bigint not null default 0,
  -- What the sender said of the file; `filename` is its name.
  metadata jsonb not null,
  created bigint not null,
  -- Nobody can go on with it then, and it is taken away soon after.
  expires bigint not null,
  -- Until then somebody makes one file of the pieces; a claim that ran out is nobody's.
  joining_until bigint not null default 0,
  -- The whole file in the store, and what was learnt of its bytes.
  key text unique,
  content_type text,
  sha256 text,
  -- When it became an attachment, whose file it is from then on. The row stays a while for requests that are repeated.
  used bigint
);
create index uploads_by_owner on uploads (uid) where used is null;
create index uploads_by_age on uploads (expires);

-- Named before a byte is written, so that what a crash leaves in the store can be found.
create table upload_pieces (
  key text primary key,
  upload_id text not null references uploads (upload_id) on delete cascade,
  -- The first byte's place in the whole.
  start bigint not null,
  -- Null while it is being written.
  size bigint
);
create index upload_pieces_by_upload on upload_pieces (upload_id, start);

-- Texts with files that staff put into messages and reasons: the firm's, and each user's own. No client reads any of them.
create table saved_replies (
  reply_id text primary key,
  -- Email of the user whose own it is; empty for the firm's.
  owner text not null,
  -- Both empty once it is removed: then the row only keeps a late save from bringing it back.
  name text not null,
  content text not null,
  removed boolean not null default false,
  -- The last save: device, number, and when it was made.
  chosen jsonb
);
create index saved_replies_by_owner on saved_replies (owner) where not removed;

-- Their files, which belong to no job.
create table saved_reply_files (
  file_key text primary key references attachments (key) on delete cascade,
  reply_id text not null references saved_replies (reply_id) on delete cascade
);
create index saved_reply_files_by_reply on saved_reply_files (reply_id);

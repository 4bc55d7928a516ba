-- Previews of attachments, rendered on first request and not in backups.
create table previews (
  attachment_key text primary key references attachments (key) on delete cascade,
  -- `MAKING`, `MADE`, or `NONE`, when it cannot be rendered.
  state text not null,
  -- MAKING: when the claim expires. NONE: when it may be retried; null for never.
  due bigint,
  attempts integer not null default 0,
  -- Reason code of NONE.
  why text not null default '',
  -- Key of its bytes in the store, saved before they are written: the small image, followed by the large one.
  key text unique,
  thumb_bytes integer not null default 0,
  thumb_hash text not null default '',
  page_bytes integer not null default 0,
  page_hash text not null default '',
  created bigint not null
);
create index previews_by_shard on previews (left(key, 2));

-- Small pictures of attachments, made when first asked for, and not in backups: they can be made again.
create table previews (
  attachment_key text primary key references attachments (key) on delete cascade,
  -- `MAKING`; `MADE`; `NONE`, because it cannot be made.
  state text not null,
  -- MAKING: when the claim of whoever makes it runs out. NONE: when it may be tried again; null for never.
  due bigint,
  attempts integer not null default 0,
  -- A code, of NONE.
  why text not null default '',
  -- Of its bytes in the store, written down before they get there: the small picture and, behind it, the large one.
  key text unique,
  thumb_bytes integer not null default 0,
  thumb_hash text not null default '',
  page_bytes integer not null default 0,
  page_hash text not null default '',
  created bigint not null
);
create index previews_by_shard on previews (left(key, 2));

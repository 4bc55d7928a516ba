-- When and where a photo was taken, where its sender says to keep it: not in the file, which is stored without what cameras write.
alter table attachments
  -- By the camera's clock, with its zone where it said one: 2026-11-28T14:05:09-05:00.
  add column taken text,
  add column latitude double precision,
  add column longitude double precision;

-- Of a joined upload: what is stored of it, where that is not what was sent: {size, sha256, photo}.
alter table uploads add column stored jsonb;

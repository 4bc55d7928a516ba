-- The whole text of an email of which a message shows a part.
alter table messages add column whole text;

-- Pictures that stood in the text of somebody's emails, by the hash of their address: those of a signature come again.
create table seen_pictures (
  sender_hash text not null,
  sha256 text not null,
  primary key (sender_hash, sha256)
);

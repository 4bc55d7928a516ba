-- The logo by the hash of its pictures, or empty; and whether photos always say when and where they were taken.
alter table firm
  add column logo text not null default '',
  add column logo_width integer not null default 0,
  add column logo_height integer not null default 0,
  add column needs_photo_data boolean not null default false;

-- What is made of a logo: the present one and the few before it, which installed apps may still ask for. Base64 of PNGs.
create table firm_pictures (
  logo text not null,
  name text not null,
  png text not null,
  created bigint not null,
  primary key (logo, name)
);

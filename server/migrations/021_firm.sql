-- What the firm calls itself, and how: one row once an admin has saved it.
create table firm (
  is_one boolean primary key default true check (is_one),
  name text not null,
  address text not null,
  -- `#rrggbb`, or empty for the usual one.
  color text not null
);

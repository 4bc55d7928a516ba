-- Lists of jobs that staff have named: filters, search and order. Own ones, and those that their owner shares with the staff. No client reads any.
create table saved_views (
  view_id text primary key,
  -- Email of the user whose own it is; a pseudonym once they are erased, of a shared one only.
  owner text not null,
  -- Empty once it is removed, as are the filters, until it is brought back: no late save does.
  name text not null,
  -- The tab, and the filters as they stand in an address.
  category text not null,
  search jsonb not null,
  shared boolean not null,
  removed boolean not null default false,
  -- The last save: device, number, and when it was made.
  chosen jsonb
);
create index saved_views_by_owner on saved_views (owner) where not removed;
create index saved_views_shared on saved_views (owner) where shared and not removed;

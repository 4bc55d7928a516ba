-- The search words of a user; must equal `wordsOfRow` of data/users/profilePage.ts.
create index users_by_words on users using gin ((array_to_tsvector(array_remove(string_to_array(
  lower(first_name || ' ' || last_name || ' ' || company || ' ' || email), ' '), '')))) where erased is null;
-- Users pending approval, however many others there are.
create index users_pending on users (seq desc) where not user_approved and not user_refused and erased is null;

-- Counts of users, maintained like those of jobs.
create table people_counts (
  user_type text not null,
  user_approved boolean not null,
  user_refused boolean not null,
  people bigint not null
);
insert into people_counts
  select user_type, user_approved, user_refused, count(*) from users where erased is null group by 1, 2, 3;

create function count_people() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into people_counts
      select user_type, user_approved, user_refused, count(*) from added where erased is null group by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into people_counts
      select user_type, user_approved, user_refused, -count(*) from gone where erased is null group by 1, 2, 3;
  else
    insert into people_counts
      select user_type, user_approved, user_refused, sum(n) from (
        select user_type, user_approved, user_refused, 1 as n from added where erased is null
        union all select user_type, user_approved, user_refused, -1 from gone where erased is null
      ) both_states
      group by 1, 2, 3 having sum(n) <> 0;
  end if;
  return null;
end $$;
create trigger people_counted_in after insert on users
  referencing new table as added for each statement execute function count_people();
create trigger people_counted_out after delete on users
  referencing old table as gone for each statement execute function count_people();
create trigger people_counted_anew after update on users
  referencing old table as gone new table as added for each statement execute function count_people();

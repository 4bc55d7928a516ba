-- The assignee's name, stored with the job for an index in that order; '' when unassigned.
alter table jobs add column assignee_order text not null default '';
update jobs set assignee_order = lower(u.first_name || ' ' || u.last_name) from users u where u.email = jobs.assigned_to;
create index jobs_by_assignee_order on jobs (assignee_order, seq);

create function name_assignee() returns trigger language plpgsql as $$
begin
  -- Not locked, because an erasure locks the user and then waits for their jobs. A job assigned during a renaming may be sorted by
  -- the former name; the displayed name is read from the user.
  select lower(first_name || ' ' || last_name) into new.assignee_order from users where email = new.assigned_to;
  new.assignee_order := coalesce(new.assignee_order, '');
  return new;
end $$;
create trigger assignee_named before insert or update of assigned_to on jobs
  for each row execute function name_assignee();

create function rename_assignee() returns trigger language plpgsql as $$
begin
  update jobs set assignee_order = lower(new.first_name || ' ' || new.last_name) where assigned_to = new.email;
  return null;
end $$;
create trigger assignee_renamed after update on users for each row
  when ((old.first_name, old.last_name) is distinct from (new.first_name, new.last_name))
  execute function rename_assignee();

-- Jobs of a range of days, by age.
drop index jobs_by_created;
create index jobs_by_created on jobs (created, seq);

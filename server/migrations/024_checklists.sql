-- The shots of photo checklists. A removed shot stays: jobs that answered it show its name.
create table shots (
  shot_id text primary key,
  service text not null,
  -- Order within the list of its service.
  place integer not null default 0,
  name text not null,
  hint text not null,
  removed boolean not null default false,
  -- The example picture, or null.
  example_key text references attachments (key)
);
create index shots_by_list on shots (service, place);

-- The shot that a message's files answer, and the shots that a message asks for. No references: tables must not refer in a circle.
alter table messages add column shot_id text, add column asks text[];

-- Null for a file that belongs to no job: the example picture of a shot, which every approved user may see.
alter table attachments alter column job_id drop not null;

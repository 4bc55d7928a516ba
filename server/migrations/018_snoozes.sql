-- The conversations that a user has put off until a day. They are in their list again then, or with the next message of the other side.
create table snoozes (
  email text not null references users (email),
  job_id text not null references jobs (job_id),
  -- Seconds; 0 once it is put off no more.
  until bigint not null,
  -- The newest message that the user had seen.
  seen bigint not null,
  -- The choice that counts, and the last ones of other devices.
  chosen jsonb not null,
  primary key (email, job_id)
);

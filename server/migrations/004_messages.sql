-- For the turn of a job: index look-ups of the last message of each side, and of the last one that is new.
create index messages_by_side on messages (job_id, (from_user_type = 'CLIENT'), sequence);
create index messages_new_by_side on messages (job_id, (from_user_type = 'CLIENT'), sequence)
  where status = 'NEW';
-- Messages of one status, in order.
create index messages_new on messages (sequence) where status = 'NEW';

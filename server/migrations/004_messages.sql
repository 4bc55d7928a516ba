-- Whose turn it is on a job: the last message of each side, and the last one still new, each found at once.
create index messages_by_side on messages (job_id, (from_user_type = 'CLIENT'), sequence);
create index messages_new_by_side on messages (job_id, (from_user_type = 'CLIENT'), sequence)
  where status = 'NEW';
-- One status of all messages, in their order.
create index messages_new on messages (sequence) where status = 'NEW';

-- The user's type at the write, so that its response is not repeated to a user with fewer rights. Null: from before.
alter table idempotency add column user_type text;

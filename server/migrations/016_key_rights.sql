-- The user's type when a write was made, so that its response is not repeated to a user who has fewer rights by then. Null: of before.
alter table idempotency add column user_type text;

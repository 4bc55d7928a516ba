-- What was typed at a sign-up, until the address is verified and the account registered with it.
create table sign_ups (
  -- Id at the identity provider.
  uid text primary key,
  -- That of the token it came with: it counts for this address only.
  email text not null check (email = lower(email)),
  -- As the contract has checked it (`Registration`).
  profile jsonb not null,
  -- When the provider says that the account's password was set, in its milliseconds.
  password_set double precision,
  created bigint not null
);
create index sign_ups_by_email on sign_ups (email);
create index sign_ups_by_created on sign_ups (created);

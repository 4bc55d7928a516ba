-- Notification settings; a user without a row has the defaults of the contract.
create table notification_settings (
  email text primary key references users (email),
  settings jsonb not null,
  updated bigint not null
);

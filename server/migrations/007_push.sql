-- Browsers with a push subscription, each at one push service.
create table push_devices (
  -- SHA-256 of the endpoint, base64url.
  device_id text primary key,
  -- The user who registered it last; earlier users of the browser get no more pushes.
  email text not null references users (email),
  uid text not null,
  -- Secret: with it anyone can push to the browser. Never returned or logged.
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  label text not null,
  -- Host of the push service.
  service text not null,
  created bigint not null,
  -- When the app was last opened on it.
  seen bigint not null,
  -- `SUBSCRIBED`, `FAILING`, or `GONE`, when the push service no longer knows it.
  state text not null default 'SUBSCRIBED',
  -- When the push service last accepted a push, and when the device last showed one.
  accepted bigint,
  shown bigint,
  -- Why the last push failed; '' when it succeeded.
  error text not null default '',
  -- Consecutive failures, and when the next attempt may be.
  failures integer not null default 0,
  wait_until bigint not null default 0,
  -- The steps of the last test; null when there was none.
  test_id text,
  test_queued bigint,
  test_accepted bigint,
  test_shown bigint,
  test_error text not null default ''
);
create index push_devices_by_person on push_devices (email, seen desc);
create index push_devices_by_service on push_devices (service);

-- One row per notice and device, until some time after the push service accepted it.
create table push_queue (
  push_id bigint generated always as identity primary key,
  device_id text not null references push_devices (device_id) on delete cascade,
  -- The recipient: the device may have become another user's.
  email text not null,
  -- A kind of notice, or `TEST`.
  kind text not null,
  -- Null for a test.
  job_id text references jobs (job_id),
  communication_id text references messages (communication_id),
  -- What changed: `changes`, `results`.
  detail jsonb not null default '{}',
  -- Rows of one device with the same topic share one push. The push service sees the topic, which reveals nothing.
  topic text not null,
  -- Returned by the device when it shows the push.
  receipt text not null unique,
  created bigint not null,
  -- The end of the recipient's quiet hours, if it was created in them.
  due bigint not null,
  -- When it is given up.
  expires bigint not null,
  -- Leased until then by the owner of `lease`.
  lease text,
  leased_until bigint not null default 0,
  accepted bigint
);
create index push_queue_waiting on push_queue (device_id, topic, due) where accepted is null;
create index push_queue_accepted on push_queue (accepted) where accepted is not null;

-- The server's VAPID keys where the environment has none: one row for all processes on this database.
create table vapid_keys (
  one boolean primary key default true check (one),
  public_key text not null,
  private_key text not null
);

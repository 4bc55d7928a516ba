-- Browsers that are notified, each by the one push service it uses.
create table push_devices (
  -- SHA-256 of the endpoint, base64url.
  device_id text primary key,
  -- Whoever registered it last; others on the same browser before them hear nothing more.
  email text not null references users (email),
  uid text not null,
  -- Whoever knows it can push to the browser: never to be told or logged.
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  label text not null,
  -- Host of the push service.
  service text not null,
  created bigint not null,
  -- When the app on it was opened last.
  seen bigint not null,
  -- `SUBSCRIBED`, `FAILING`, or `GONE`: the push service knows it no more.
  state text not null default 'SUBSCRIBED',
  -- When the push service took a push last, and when the device showed one last.
  accepted bigint,
  shown bigint,
  -- Why the last push failed; '' when it did not.
  error text not null default '',
  -- Tries that failed in a row, and when the next one may be.
  failures integer not null default 0,
  wait_until bigint not null default 0,
  -- The last test as it went step by step; null when there was none.
  test_id text,
  test_queued bigint,
  test_accepted bigint,
  test_shown bigint,
  test_error text not null default ''
);
create index push_devices_by_person on push_devices (email, seen desc);
create index push_devices_by_service on push_devices (service);

-- One row for each notice and device, until some time after the push service took it.
create table push_queue (
  push_id bigint generated always as identity primary key,
  device_id text not null references push_devices (device_id) on delete cascade,
  -- Whom the notice is for: the device may have become another person's.
  email text not null,
  -- A kind of notice, or `TEST`.
  kind text not null,
  -- Null for a test.
  job_id text references jobs (job_id),
  communication_id text references messages (communication_id),
  -- What changed: `changes`, `results`.
  detail jsonb not null default '{}',
  -- Rows of one device with the same topic are told by one push. The push service sees it, and learns nothing from it.
  topic text not null,
  -- Given back by the device when it shows the push.
  receipt text not null unique,
  created bigint not null,
  -- The end of the person's quiet hours, if it came in them.
  due bigint not null,
  -- Given up then.
  expires bigint not null,
  -- Claimed by whoever holds `lease`, until then; a claim that ran out is nobody's.
  lease text,
  leased_until bigint not null default 0,
  accepted bigint
);
create index push_queue_waiting on push_queue (device_id, topic, due) where accepted is null;
create index push_queue_accepted on push_queue (accepted) where accepted is not null;

-- The server's own pair of keys where the environment gives none: one row, the same for every process on this database.
create table vapid_keys (
  one boolean primary key default true check (one),
  public_key text not null,
  private_key text not null
);

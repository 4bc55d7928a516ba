-- A key that contains an email address is stored as its hash (writes/idempotencyKey.ts): an erasure does not look at the keys of others.
-- Those of replies by email are ours, and have none.
update idempotency set key = encode(sha256(convert_to(key, 'UTF8')), 'hex') where key ~* '@|%40' and key not like E'email\n%';
update messages set key = encode(sha256(convert_to(key, 'UTF8')), 'hex') where key ~* '@|%40';
update staff_notes set key = encode(sha256(convert_to(key, 'UTF8')), 'hex') where key ~* '@|%40';

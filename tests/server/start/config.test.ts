import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../server/settings/config.ts';
import { variables } from '../../../server/settings/environment.ts';

function sentences(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return '';
}

/** The sender's keys of RFC 8291, appendix A. */
const vapidKeys = {
  publicKey: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
  privateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
};

const firebase = { FIREBASE_PROJECT_ID: 'ev-jobs-prod', FIREBASE_API_KEY: 'public-key' };

it('the README lists every variable, and no other', () => {
  const [, section = ''] = readFileSync('server/README.md', 'utf8').split('\n## Configuration\n');
  const rows = section
    .split('\n## ')[0]
    ?.split('\n')
    .filter((line) => line.startsWith('| `'));
  const named = (rows ?? []).flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name),
  );
  expect(named.sort()).toEqual([...variables].sort());
});

describe('a variable that is wrong is named in one sentence', () => {
  it.each<[Record<string, string>, string]>([
    [{ PORT: 'abc' }, 'PORT must be a number from 1 to 65535, not "abc".'],
    [{ PORT: '0' }, 'PORT must be a number from 1 to 65535, not "0".'],
    [{ PORT: '65536' }, 'PORT must be a number from 1 to 65535, not "65536".'],
    [{ PORT: '80.5' }, 'PORT must be a number from 1 to 65535, not "80.5".'],
    [{ PORT: '-1' }, 'PORT must be a number from 1 to 65535, not "-1".'],
    [{ DATABASE_LISTEN_URL: 'postgres://db/x' }, 'Set DATABASE_URL too when you set DATABASE_LISTEN_URL.'],
    [{ DATABASE_POOL: '0' }, 'DATABASE_POOL must be a number from 1 to 1000, not "0".'],
    [{ SLOW_QUERY_MS: 'soon' }, 'SLOW_QUERY_MS must be a number from 0 to 600000, not "soon".'],
    [{ AUTH_EMULATOR_PORT: 'x' }, 'AUTH_EMULATOR_PORT must be a number from 1 to 65535, not "x".'],
    [{ AUTH_EMULATOR_PORT: '8080' }, 'AUTH_EMULATOR_PORT must differ from PORT, which is 8080 too.'],
    [{ HOST: 'a b' }, 'HOST must be a host name or an address, not "a b".'],
    [{ DATA_DIR: 'a\0b' }, 'DATA_DIR must be the name of a folder.'],
    [
      { FILES_URL: 's3://ev-jobs' },
      'FILES_URL must name the region of its bucket, as s3://bucket?region=eu-central-1.',
    ],
    [
      { FILES_URL: 's3://ev-jobs/firm', AWS_REGION: 'eu-west-1' },
      'FILES_URL must name the region of its bucket, as s3://bucket?region=eu-central-1.',
    ],
    [{ PHONE_REGIONS: 'USA' }, 'PHONE_REGIONS must be regions of two letters like US or US,CA, not "USA".'],
    [{ ADMIN_EMAIL: 'ada' }, 'ADMIN_EMAIL must be an email address, not "ada".'],
    [{ SUPPORT_EMAIL: 'help' }, 'SUPPORT_EMAIL must be an email address, not "help".'],
    [{ EMAIL_TEXTS: 'no' }, 'EMAIL_TEXTS must be on or off, not "no".'],
    [{ FIELD_DATA: 'yes' }, 'FIELD_DATA must be on or off, not "yes".'],
    [{ MAIL_FROM: 'EV Jobs' }, 'MAIL_FROM must be an email address or "Name <address>", not "EV Jobs".'],
    [
      { PUBLIC_URL: 'jobs.example.com' },
      'PUBLIC_URL must be an address like https://jobs.example.com, not "jobs.example.com".',
    ],
    [
      { PUBLIC_URL: 'https://example.com/jobs' },
      'PUBLIC_URL must be an address like https://jobs.example.com, not "https://example.com/jobs".',
    ],
    [
      { TRUST_PROXY: 'yes' },
      'TRUST_PROXY must be addresses of proxies like 10.0.0.0/8, with commas between them, not "yes".',
    ],
    [
      { FIREBASE_PROJECT_ID: 'My Project' },
      'FIREBASE_PROJECT_ID must be a Firebase project’s ID, not "My Project".',
    ],
    [{ FIREBASE_PROJECT_ID: 'ev-jobs-prod' }, 'Set FIREBASE_API_KEY too when you set FIREBASE_PROJECT_ID.'],
    [{ FIREBASE_API_KEY: 'k' }, 'Set FIREBASE_PROJECT_ID too when you set FIREBASE_API_KEY.'],
    [
      { REPLY_ADDRESS: `${'r'.repeat(24)}@in.example.com` },
      `REPLY_ADDRESS must be an email address with at most 23 characters before the @, not "${'r'.repeat(24)}@in.example.com".`,
    ],
    [
      { ...firebase, REPLY_ADDRESS: 'reply@in.example.com' },
      'Set REPLY_IMAP_URL or REPLY_WEBHOOK_SECRET too when you set REPLY_ADDRESS.',
    ],
    [
      { REPLY_IMAP_URL: 'imaps://replies:secret@imap.example.com' },
      'Set REPLY_ADDRESS too when you set REPLY_IMAP_URL.',
    ],
    [
      { ...firebase, SMTP_URL: 'smtps://mail.example.com' },
      'Set PUBLIC_URL too when you set SMTP_URL: emails would lead to http://localhost:8080.',
    ],
    [{ REPLY_WEBHOOK_SECRET: 'short' }, 'REPLY_WEBHOOK_SECRET must have at least 32 characters.'],
    [{ REPLY_SMTP_PORT: 'x' }, 'REPLY_SMTP_PORT must be a number from 0 to 65535, not "x".'],
    [{ REPLY_AUTHSERV_ID: 'a b' }, 'REPLY_AUTHSERV_ID must be a name like mx.example.com, not "a b".'],
    [{ BACKUP_KEY: 'short' }, 'BACKUP_KEY must have at least 32 characters.'],
    [{ FIREBASE_SERVICE_ACCOUNT: '/nowhere.json' }, 'FIREBASE_SERVICE_ACCOUNT must be the path of a file.'],
    [{ VAPID_PUBLIC_KEY: vapidKeys.publicKey }, 'Set VAPID_PRIVATE_KEY too when you set VAPID_PUBLIC_KEY.'],
    [{ VAPID_PRIVATE_KEY: vapidKeys.privateKey }, 'Set VAPID_PUBLIC_KEY too when you set VAPID_PRIVATE_KEY.'],
    [
      { ...firebase, PUBLIC_URL: 'https://jobs.internal' },
      'VAPID_SUBJECT must be set, as mailto:… or https://…, because neither PUBLIC_URL nor MAIL_FROM is a public address that push services could write to.',
    ],
  ])('%j', (environment, sentence) => {
    expect(sentences(environment)).toBe(sentence);
  });
});

it('each of several wrong variables gets its own sentence', () => {
  expect(sentences({ PORT: 'x', ADMIN_EMAIL: 'y' }).split('\n')).toEqual([
    'PORT must be a number from 1 to 65535, not "x".',
    'ADMIN_EMAIL must be an email address, not "y".',
  ]);
});

it.each([
  ['DATABASE_URL', 'mysql://user:s3cret@db/x', 'postgres:// or postgresql://'],
  ['DATABASE_URL', 's3cret', 'postgres:// or postgresql://'],
  // Read as the port 3 of the host “user”.
  ['DATABASE_URL', 'postgres://user:3#s3cret@db/x', 'postgres:// or postgresql://'],
  ['DATABASE_LISTEN_URL', 'mysql://user:s3cret@db/x', 'postgres:// or postgresql://'],
  ['REPLY_IMAP_URL', 'http://user:s3cret@mail', 'imaps:// or imap://'],
  ['SMTP_URL', 'http://user:s3cret@mail', 'smtp:// or smtps://'],
  ['SMTP_URL', 'smtp://user:s3/cret@mail', 'smtp:// or smtps://'],
])('a wrong %s is not repeated, because there may be a password in it', (name, value, protocols) => {
  expect(sentences({ [name]: value })).toBe(
    `${name} must be an address that begins with ${protocols}, with special characters of its name and password encoded (@ as %40, # as %23, / as %2F).`,
  );
});

it.each(['10.0.0.0/8', '10.0.0.1, 192.168.0.0/16', '::1,fd00::/8', '2001:db8::/128'])(
  'TRUST_PROXY may be %s',
  (proxies) => {
    expect(sentences({ TRUST_PROXY: proxies })).toBe('');
  },
);

it.each(['0.0.0.0/0', '10.0.0.0/99', '10.0.0.0/8,', '::/0', '::/129'])(
  'TRUST_PROXY is not %s, with which the server would not start',
  (proxies) => {
    expect(sentences({ TRUST_PROXY: proxies })).toMatch(/^TRUST_PROXY must be addresses of proxies/);
  },
);

it('replies come in only where a way is configured, and by SMTP with the emulator only', () => {
  expect(readConfig(firebase)).toMatchObject({ replies: null, repliesBy: { smtpPort: null } });
});

it.each([
  'ev-jobs',
  '/srv/files',
  'https://ev-jobs.s3.amazonaws.com',
  's3://',
  's3://Ev_Jobs!',
  's3://key:s3cret@ev-jobs?region=eu-central-1',
  's3://ev-jobs?region=Mars',
  's3://ev-jobs?regoin=eu-central-1',
  's3://ev-jobs?endpoint=objects.example.com',
  's3://ev-jobs?endpoint=https://key:s3cret@objects.example.com',
  's3://ev-jobs?endpoint=https://objects.example.com/ev-jobs',
  'gs://ev-jobs?region=europe-west3',
])('FILES_URL is not %s, and is not repeated', (url) => {
  expect(sentences({ FILES_URL: url })).toBe(
    'FILES_URL must be an address like s3://bucket?region=eu-central-1, s3://bucket?endpoint=https://objects.example.com or gs://bucket, without credentials (set those in their own variables).',
  );
});

it.each<[Record<string, string>, object]>([
  [
    { FILES_URL: 's3://ev-jobs?region=eu-central-1' },
    { kind: 's3', bucket: 'ev-jobs', prefix: '', region: 'eu-central-1', endpoint: '' },
  ],
  [
    { FILES_URL: 's3://shared/firm/jobs?endpoint=http://store:9000/' },
    {
      kind: 's3',
      bucket: 'shared',
      prefix: 'firm/jobs/',
      region: 'us-east-1',
      endpoint: 'http://store:9000',
    },
  ],
  [
    { FILES_URL: 'gs://ev_jobs.example.com/jobs/' },
    { kind: 'gcs', bucket: 'ev_jobs.example.com', prefix: 'jobs/', region: '', endpoint: '' },
  ],
])('with %j, files are stored in %j', (environment, files) => {
  expect(readConfig(environment).files).toEqual(files);
});

it.each([
  'office@example.com',
  'mailto:office@localhost',
  'mailto:office@jobs.local',
  'mailto:office',
  'mailto: office@example.com',
  'https://localhost',
  'https://localhost:8080',
  'https://127.0.0.1',
  'https://[::1]',
  'https://8.8.8.8',
  'https://jobs',
  'https://jobs.test',
  'http://jobs.example.com',
])('the VAPID subject %s is refused, because push services refuse it', (subject) => {
  expect(sentences({ VAPID_SUBJECT: subject })).toBe(
    `VAPID_SUBJECT must be a public address like mailto:office@example.com or https://jobs.example.com, because push services answer 403 to others, not ${JSON.stringify(subject)}.`,
  );
});

it.each<[Record<string, string>, string]>([
  [{ VAPID_SUBJECT: 'https://jobs.example.com/contact' }, 'https://jobs.example.com/contact'],
  [{ ...firebase, PUBLIC_URL: 'https://jobs.example.com/' }, 'https://jobs.example.com'],
  [
    { ...firebase, PUBLIC_URL: 'https://jobs.internal', MAIL_FROM: 'EV <jobs@example.com>' },
    'mailto:jobs@example.com',
  ],
  [{ PUBLIC_URL: 'http://jobs.example.com', MAIL_FROM: 'jobs@example.com' }, 'mailto:jobs@example.com'],
  // Nobody reaches these from outside, so nobody has to be written to.
  [{ PUBLIC_URL: 'http://127.0.0.1:8080' }, 'mailto:nobody@example.com'],
  [firebase, 'mailto:nobody@example.com'],
])('with %j, pushes come from %s', (environment, subject) => {
  expect(readConfig(environment).vapid.subject).toBe(subject);
});

it('VAPID keys that are no pair are refused, and not repeated', () => {
  const other = 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94';
  for (const privateKey of [other, 'x', `${vapidKeys.privateKey}A`, 'A'.repeat(43)]) {
    expect(sentences({ VAPID_PUBLIC_KEY: vapidKeys.publicKey, VAPID_PRIVATE_KEY: privateKey })).toBe(
      'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY must be a pair, as `npx web-push generate-vapid-keys` makes one.',
    );
  }
});

it.each(['0.0.0.0', '::', '192.168.1.4', 'jobs.example.com', '127.0.0.1.example.com'])(
  'the emulator does not listen on %s, beyond this machine',
  (host) => {
    expect(sentences({ HOST: host })).toBe(
      `HOST must be localhost, not "${host}". Without FIREBASE_PROJECT_ID, anyone could sign in as anyone else.`,
    );
  },
);

it.each(['localhost', '127.0.0.1', '127.1.2.3', '::1'])('the emulator listens on %s', (host) => {
  expect(readConfig({ HOST: host }).host).toBe(host);
});

it('a Firebase project may listen anywhere', () => {
  expect(readConfig({ ...firebase, HOST: '0.0.0.0' })).toMatchObject({
    host: '0.0.0.0',
    identity: { kind: 'firebase', projectId: 'ev-jobs-prod', apiKey: 'public-key' },
  });
});

it('without any variable, the defaults are used', () => {
  expect(readConfig({})).toEqual({
    host: 'localhost',
    port: 8080,
    dataDir: resolve('data'),
    databaseUrl: '',
    databaseListenUrl: '',
    databasePool: 10,
    slowQueryMs: 1000,
    files: { kind: 'folder' },
    metricsPort: 0,
    metricsHost: '127.0.0.1',
    previewsAtOnce: 2,
    identity: { kind: 'emulator', projectId: 'demo-ev-jobs', port: 9099 },
    backupKey: '',
    serviceAccount: '',
    retention: { audit: 1095, emails: 30 },
    phoneRegions: ['US'],
    adminEmail: '',
    smtpUrl: '',
    mailFrom: 'EV Jobs <no-reply@localhost.localdomain>',
    emailTexts: true,
    fieldData: false,
    replies: {
      address: 'reply@localhost.localdomain',
      sender: 'no-reply@localhost.localdomain',
      senderName: 'EV Jobs',
      authserv: '',
    },
    repliesBy: { imapUrl: '', webhookSecret: '', smtpPort: 0 },
    publicUrl: 'http://localhost:8080',
    vapid: { subject: 'mailto:nobody@example.com', keys: null },
    trustProxy: '',
  });
});

it('an empty variable counts as not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '', ADMIN_EMAIL: '' })).toEqual(readConfig({}));
});

it('every valid variable is used', () => {
  expect(
    readConfig({
      ...firebase,
      HOST: '10.0.0.5',
      PORT: '8443',
      DATA_DIR: '/srv/jobs',
      DATABASE_URL: 'postgresql://jobs:pw@db.example.com:5432/jobs',
      DATABASE_LISTEN_URL: 'postgresql://jobs:pw@primary.example.com:5432/jobs',
      DATABASE_POOL: '25',
      SLOW_QUERY_MS: '0',
      FILES_URL: 's3://ev-jobs?region=eu-central-1',
      METRICS_PORT: '9464',
      METRICS_HOST: '0.0.0.0',
      PREVIEWS_AT_ONCE: '0',
      PHONE_REGIONS: 'us, CA',
      ADMIN_EMAIL: 'Ada@Example.com',
      SMTP_URL: 'smtps://user:pw@mail.example.com',
      MAIL_FROM: 'Jobs <jobs@example.com>',
      EMAIL_TEXTS: 'off',
      PUBLIC_URL: 'https://jobs.example.com/',
      VAPID_PUBLIC_KEY: vapidKeys.publicKey,
      VAPID_PRIVATE_KEY: vapidKeys.privateKey,
      VAPID_SUBJECT: 'mailto:push@example.com',
      TRUST_PROXY: '10.0.0.0/8,127.0.0.1',
      FIREBASE_SERVICE_ACCOUNT: 'package.json',
      KEEP_AUDIT_DAYS: '400',
      KEEP_EMAILS_DAYS: '7',
      BACKUP_KEY: 'k'.repeat(32),
      REPLY_ADDRESS: 'reply@in.example.com',
      REPLY_IMAP_URL: 'imaps://replies:pw@imap.example.com',
      REPLY_WEBHOOK_SECRET: 'w'.repeat(32),
      REPLY_AUTHSERV_ID: 'mx.example.com',
    }),
  ).toEqual({
    host: '10.0.0.5',
    port: 8443,
    dataDir: '/srv/jobs',
    databaseUrl: 'postgresql://jobs:pw@db.example.com:5432/jobs',
    databaseListenUrl: 'postgresql://jobs:pw@primary.example.com:5432/jobs',
    databasePool: 25,
    slowQueryMs: 0,
    files: { kind: 's3', bucket: 'ev-jobs', prefix: '', region: 'eu-central-1', endpoint: '' },
    metricsPort: 9464,
    metricsHost: '0.0.0.0',
    previewsAtOnce: 0,
    identity: { kind: 'firebase', projectId: 'ev-jobs-prod', apiKey: 'public-key' },
    backupKey: 'k'.repeat(32),
    serviceAccount: 'package.json',
    retention: { audit: 400, emails: 7 },
    phoneRegions: ['US', 'CA'],
    adminEmail: 'ada@example.com',
    smtpUrl: 'smtps://user:pw@mail.example.com',
    mailFrom: 'Jobs <jobs@example.com>',
    emailTexts: false,
    fieldData: true,
    replies: {
      address: 'reply@in.example.com',
      sender: 'jobs@example.com',
      senderName: 'Jobs',
      authserv: 'mx.example.com',
    },
    repliesBy: {
      imapUrl: 'imaps://replies:pw@imap.example.com',
      webhookSecret: 'w'.repeat(32),
      smtpPort: null,
    },
    publicUrl: 'https://jobs.example.com',
    vapid: { subject: 'mailto:push@example.com', keys: vapidKeys },
    trustProxy: '10.0.0.0/8,127.0.0.1',
  });
});

it.each<[string, boolean, Record<string, string>]>([
  ['a firm’s own server with metrics', true, { ...firebase, METRICS_PORT: '9464' }],
  ['a firm’s own server without metrics, which nobody would read', false, firebase],
  ['a firm’s own server that has it off', false, { ...firebase, METRICS_PORT: '9464', FIELD_DATA: 'off' }],
  ['the demo', false, { METRICS_PORT: '9464' }],
  ['the demo that has it on', true, { FIELD_DATA: 'on' }],
])('devices are asked for what they measure by %s: %s', (_, asks, environment) => {
  const vapid = { VAPID_SUBJECT: 'mailto:push@example.com' };
  expect(readConfig({ ...environment, ...vapid }).fieldData).toBe(asks);
});

import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../server/config.ts';

function sentences(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return '';
}

const firebase = { FIREBASE_PROJECT_ID: 'ev-jobs-prod', FIREBASE_API_KEY: 'public-key' };

describe('a variable that is wrong is named in one sentence', () => {
  it.each<[Record<string, string>, string]>([
    [{ PORT: 'abc' }, 'PORT must be a number from 1 to 65535, not "abc".'],
    [{ PORT: '0' }, 'PORT must be a number from 1 to 65535, not "0".'],
    [{ PORT: '65536' }, 'PORT must be a number from 1 to 65535, not "65536".'],
    [{ PORT: '80.5' }, 'PORT must be a number from 1 to 65535, not "80.5".'],
    [{ PORT: '-1' }, 'PORT must be a number from 1 to 65535, not "-1".'],
    [{ AUTH_EMULATOR_PORT: 'x' }, 'AUTH_EMULATOR_PORT must be a number from 1 to 65535, not "x".'],
    [{ AUTH_EMULATOR_PORT: '8080' }, 'AUTH_EMULATOR_PORT must differ from PORT, which is 8080 too.'],
    [{ HOST: 'a b' }, 'HOST must be a host name or an address, not "a b".'],
    [{ DATA_DIR: 'a\0b' }, 'DATA_DIR must be the name of a folder.'],
    [{ ADMIN_EMAIL: 'ada' }, 'ADMIN_EMAIL must be an e-mail address, not "ada".'],
    [{ MAIL_FROM: 'EV Jobs' }, 'MAIL_FROM must be an e-mail address or "Name <address>", not "EV Jobs".'],
    [
      { PUBLIC_URL: 'jobs.example.com' },
      'PUBLIC_URL must be an address like https://jobs.example.com, not "jobs.example.com".',
    ],
    [
      { PUBLIC_URL: 'https://example.com/jobs' },
      'PUBLIC_URL must be an address like https://jobs.example.com, not "https://example.com/jobs".',
    ],
    [
      { CORS_ORIGINS: 'https://a.example.com, b' },
      'CORS_ORIGINS must be addresses like https://jobs.example.com, with commas between them, not "https://a.example.com, b".',
    ],
    [
      { TRUST_PROXY: 'yes' },
      'TRUST_PROXY must be addresses of proxies like 10.0.0.0/8, with commas between them, not "yes".',
    ],
    [
      { FIREBASE_PROJECT_ID: 'My Project' },
      'FIREBASE_PROJECT_ID must be a Firebase project\'s id, not "My Project".',
    ],
    [
      { FIREBASE_PROJECT_ID: 'ev-jobs-prod' },
      'FIREBASE_API_KEY must be set as well when FIREBASE_PROJECT_ID is.',
    ],
    [{ FIREBASE_API_KEY: 'k' }, 'FIREBASE_API_KEY needs FIREBASE_PROJECT_ID to be set as well.'],
    [{ FIREBASE_APP_ID: 'k' }, 'FIREBASE_APP_ID needs FIREBASE_PROJECT_ID to be set as well.'],
    [
      { FIREBASE_AUTH_DOMAIN: 'a.example.com' },
      'FIREBASE_AUTH_DOMAIN needs FIREBASE_PROJECT_ID to be set as well.',
    ],
    [
      { ...firebase, FIREBASE_AUTH_DOMAIN: 'https://x' },
      'FIREBASE_AUTH_DOMAIN must be a host name, not "https://x".',
    ],
    [
      { VITE_API_BASE: 'api' },
      'VITE_API_BASE must be a path that begins with / or an http address, not "api".',
    ],
  ])('%j', (environment, sentence) => {
    expect(sentences(environment)).toBe(sentence);
  });
});

it('each of several wrong variables gets its own sentence', () => {
  expect(sentences({ PORT: 'x', ADMIN_EMAIL: 'y' }).split('\n')).toEqual([
    'PORT must be a number from 1 to 65535, not "x".',
    'ADMIN_EMAIL must be an e-mail address, not "y".',
  ]);
});

it.each([
  [
    'DATABASE_URL',
    'mysql://user:s3cret@db/x',
    'must be an address that begins with postgres:// or postgresql://',
  ],
  ['DATABASE_URL', 's3cret', 'must be an address that begins with postgres:// or postgresql://'],
  ['SMTP_URL', 'http://user:s3cret@mail', 'must be an address that begins with smtp:// or smtps://'],
])('a wrong %s is not repeated, because there may be a password in it', (name, value, rule) => {
  expect(sentences({ [name]: value })).toBe(`${name} ${rule}.`);
});

it.each(['0.0.0.0', '::', '192.168.1.4', 'jobs.example.com', '127.0.0.1.example.com'])(
  'the emulator does not listen on %s, beyond this machine',
  (host) => {
    expect(sentences({ HOST: host })).toBe(
      `HOST must be localhost, not "${host}", because without FIREBASE_PROJECT_ID anybody could sign in as anyone.`,
    );
  },
);

it.each(['localhost', '127.0.0.1', '127.1.2.3', '::1'])('the emulator listens on %s', (host) => {
  expect(readConfig({ HOST: host }).host).toBe(host);
});

it('a Firebase project may listen anywhere', () => {
  expect(readConfig({ ...firebase, HOST: '0.0.0.0' })).toMatchObject({
    host: '0.0.0.0',
    identity: { kind: 'firebase', projectId: 'ev-jobs-prod' },
  });
});

it('without any variable, the defaults are used', () => {
  expect(readConfig({})).toEqual({
    host: 'localhost',
    port: 8080,
    dataDir: resolve('data'),
    databaseUrl: '',
    identity: { kind: 'emulator', projectId: 'demo-ev-jobs', port: 9099 },
    adminEmail: '',
    smtpUrl: '',
    mailFrom: 'EV Jobs <no-reply@localhost.localdomain>',
    publicUrl: 'http://localhost:8080',
    corsOrigins: [],
    trustProxy: '',
  });
});

it('an empty variable counts as not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '', ADMIN_EMAIL: '' })).toEqual(readConfig({}));
});

it('every variable that is right is taken over', () => {
  expect(
    readConfig({
      ...firebase,
      HOST: '10.0.0.5',
      PORT: '8443',
      DATA_DIR: '/srv/jobs',
      DATABASE_URL: 'postgresql://jobs:pw@db.example.com:5432/jobs',
      ADMIN_EMAIL: 'Ada@Example.com',
      SMTP_URL: 'smtps://user:pw@mail.example.com',
      MAIL_FROM: 'Jobs <jobs@example.com>',
      PUBLIC_URL: 'https://jobs.example.com/',
      CORS_ORIGINS: 'https://a.example.com,https://b.example.com/',
      TRUST_PROXY: '10.0.0.0/8,127.0.0.1',
      FIREBASE_AUTH_DOMAIN: 'ev-jobs-prod.firebaseapp.com',
      FIREBASE_APP_ID: '1:2:web:3',
      VITE_API_BASE: 'https://api.example.com/v1',
    }),
  ).toEqual({
    host: '10.0.0.5',
    port: 8443,
    dataDir: '/srv/jobs',
    databaseUrl: 'postgresql://jobs:pw@db.example.com:5432/jobs',
    identity: { kind: 'firebase', projectId: 'ev-jobs-prod' },
    adminEmail: 'ada@example.com',
    smtpUrl: 'smtps://user:pw@mail.example.com',
    mailFrom: 'Jobs <jobs@example.com>',
    publicUrl: 'https://jobs.example.com',
    corsOrigins: ['https://a.example.com', 'https://b.example.com'],
    trustProxy: '10.0.0.0/8,127.0.0.1',
  });
});

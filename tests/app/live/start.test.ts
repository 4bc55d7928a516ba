import { beforeEach, expect, test, vi } from 'vitest';
import { followSession } from '../../../src/app/start/startLive.ts';
import type { Live } from '../../../src/live/createLive.ts';

type Stage = 'loading' | 'signed-out' | 'unverified' | 'no-profile' | 'unapproved' | 'active';

/** The session as the live events see it. */
const app = vi.hoisted(() => ({
  stage: 'loading' as string,
  uid: null as string | null,
  giveToken: (_: { uid: string; emailVerified: boolean }) => {},
  tellSession: () => {},
}));
vi.mock('../../../src/session/session.ts', () => ({
  getSession: () => ({ stage: app.stage }),
  getOwner: () => (app.uid === null ? null : { uid: app.uid, email: `${app.uid}@client.test` }),
  onToken: (listener: typeof app.giveToken) => {
    app.giveToken = listener;
  },
  onSessionChange: (listener: () => void) => {
    app.tellSession = listener;
  },
}));

let followed: (string | null)[];

beforeEach(() => {
  Object.assign(app, { stage: 'loading', uid: null });
  followed = [null];
  const live: Pick<Live, 'follow'> = { follow: (uid) => uid !== followed.at(-1) && followed.push(uid) };
  followSession(live);
});

function puts(stage: Stage, uid: string | null) {
  Object.assign(app, { stage, uid });
  app.tellSession();
}

test('events arrive once, from the first token on, before the profile is read', () => {
  app.giveToken({ uid: 'ada', emailVerified: true });
  expect(followed).toEqual([null, 'ada']);
  puts('active', 'ada');
  app.giveToken({ uid: 'ada', emailVerified: true });
  expect(followed).toEqual([null, 'ada']);
});

test('a sign-out stops them at once, and a later token does not start them again', () => {
  puts('active', 'ada');
  puts('loading', null);
  expect(followed).toEqual([null, 'ada', null]);
  app.giveToken({ uid: 'ada', emailVerified: true });
  expect(followed).toEqual([null, 'ada', null]);
});

test('only the second of two users in a row receives events', () => {
  puts('unapproved', 'ada');
  puts('active', 'bob');
  expect(followed).toEqual([null, 'ada', 'bob']);
});

test('a lost session stops them, and its return starts them again', () => {
  puts('active', 'ada');
  puts('signed-out', null);
  expect(followed).toEqual([null, 'ada', null]);
  puts('active', 'ada');
  expect(followed).toEqual([null, 'ada', null, 'ada']);
});

test('events are asked for only once the email address is verified', () => {
  app.giveToken({ uid: 'uma', emailVerified: false });
  puts('unverified', 'uma');
  expect(followed).toEqual([null]);
  app.giveToken({ uid: 'uma', emailVerified: true });
  puts('no-profile', 'uma');
  expect(followed).toEqual([null, 'uma']);
});

test('the next user receives events after the former one was hidden', () => {
  puts('active', 'ada');
  puts('loading', null);
  app.giveToken({ uid: 'bob', emailVerified: true });
  puts('active', 'bob');
  expect(followed).toEqual([null, 'ada', null, 'bob']);
});

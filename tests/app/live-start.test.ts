import { beforeEach, expect, test, vi } from 'vitest';
import { followSession } from '../../src/app/start/startLive.ts';
import type { Live } from '../../src/live/live.ts';

type Stage = 'loading' | 'signed-out' | 'unapproved' | 'active';

/** The session, as far as live events see it. */
const app = vi.hoisted(() => ({
  stage: 'loading' as string,
  uid: null as string | null,
  giveToken: (_: { uid: string }) => {},
  tellSession: () => {},
}));
vi.mock('../../src/session/session.ts', () => ({
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

test('events arrive from the first token on, before the profile is read, and once', () => {
  app.giveToken({ uid: 'ada' });
  expect(followed).toEqual([null, 'ada']);
  puts('active', 'ada');
  app.giveToken({ uid: 'ada' });
  expect(followed).toEqual([null, 'ada']);
});

test('a sign-out ends them at once, and no later token begins them anew', () => {
  puts('active', 'ada');
  puts('loading', null);
  expect(followed).toEqual([null, 'ada', null]);
  app.giveToken({ uid: 'ada' });
  expect(followed).toEqual([null, 'ada', null]);
});

test('of two users one after the other only the second receives', () => {
  puts('unapproved', 'ada');
  puts('active', 'bob');
  expect(followed).toEqual([null, 'ada', 'bob']);
});

test('a session that was lost ends them, and they begin again when it is back', () => {
  puts('active', 'ada');
  puts('signed-out', null);
  expect(followed).toEqual([null, 'ada', null]);
  puts('active', 'ada');
  expect(followed).toEqual([null, 'ada', null, 'ada']);
});

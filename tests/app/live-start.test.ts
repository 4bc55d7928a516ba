import { beforeEach, expect, test, vi } from 'vitest';
import { inTheEnd } from '../support/inTheEnd.ts';

type Stage = 'loading' | 'signed-out' | 'unapproved' | 'active';

/** The session and the hearing, as far as the start of it sees them. */
const app = vi.hoisted(() => ({
  stage: 'loading' as string,
  uid: null as string | null,
  tellToken: (_: { uid: string }) => {},
  tellSession: () => {},
  log: [] as string[],
}));
vi.mock('../../src/session/session.ts', () => ({
  getSession: () => ({ stage: app.stage }),
  getOwner: () => (app.uid === null ? null : { uid: app.uid, email: `${app.uid}@client.test` }),
  onHeldToken: (listener: typeof app.tellToken) => {
    app.tellToken = listener;
  },
  subscribe: (listener: () => void) => {
    app.tellSession = listener;
  },
}));
vi.mock('../../src/app/live.ts', () => ({
  followLive(uid: string) {
    app.log.push(`hears ${uid}`);
    return () => app.log.push(`${uid} is let go`);
  },
}));

beforeEach(async () => {
  Object.assign(app, { stage: 'loading', uid: null, log: [] });
  vi.resetModules();
  const { startLive } = await import('../../src/app/startLive.ts');
  startLive();
  await new Promise((resolve) => setTimeout(resolve));
});

function puts(stage: Stage, uid: string | null) {
  Object.assign(app, { stage, uid });
  app.tellSession();
}

async function logs(...expected: string[]) {
  await inTheEnd(() => expect(app.log).toEqual(expected));
}

test('a window hears from the first token on, before the profile is read, and once', async () => {
  app.tellToken({ uid: 'ada' });
  await logs('hears ada');
  puts('active', 'ada');
  app.tellToken({ uid: 'ada' });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(app.log).toEqual(['hears ada']);
});

test('a sign-out lets go at once, and no later token begins anew', async () => {
  puts('active', 'ada');
  await logs('hears ada');
  puts('loading', null);
  expect(app.log).toEqual(['hears ada', 'ada is let go']);
  app.tellToken({ uid: 'ada' });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(app.log).toHaveLength(2);
});

test('a sign-out while the part is still loading leaves nothing hearing', async () => {
  puts('active', 'ada');
  puts('loading', null);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(app.log).toEqual([]);
});

test('of two people one after the other only the second hears', async () => {
  puts('unapproved', 'ada');
  await logs('hears ada');
  puts('active', 'bob');
  await logs('hears ada', 'ada is let go', 'hears bob');
});

test('a session that was lost lets go, and hears again when it is back', async () => {
  puts('active', 'ada');
  await logs('hears ada');
  puts('signed-out', null);
  expect(app.log).toEqual(['hears ada', 'ada is let go']);
  puts('active', 'ada');
  await logs('hears ada', 'ada is let go', 'hears ada');
});

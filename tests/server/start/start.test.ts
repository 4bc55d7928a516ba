import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { people, seedPassword } from '../../../server/seed/people.ts';
import { isAll } from '../../support/amount.ts';
import { emulatorClaims } from '../../support/server/emulatorClaims.ts';
import { emulatorSignIn, emulatorSignUp } from '../../support/server/emulatorSignIn.ts';
import { liveCall } from '../../support/server/liveCall.ts';
import { testAddress, tokenOf } from '../../support/server/people.ts';
import { freePort, newDataDir, runToEnd, type Stack, startStack } from '../../support/server/stack.ts';

const removed: string[] = [];

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ev-start-'));
  removed.push(folder);
  return folder;
}

afterAll(async () => {
  for (const folder of removed) await rm(folder, { recursive: true, force: true });
});

async function portsAndData() {
  return {
    PORT: String(await freePort()),
    AUTH_EMULATOR_PORT: String(await freePort()),
    DATA_DIR: await temporaryFolder(),
  };
}

function occupy(port: number): Promise<Server> {
  const server = createServer();
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)));
}

describe('a start that cannot succeed says why in one sentence, and ends with code 1', () => {
  async function failure(environment: Record<string, string>): Promise<string> {
    const { code, stderr } = await runToEnd(['server/start/start.ts'], environment);
    expect(code).toBe(1);
    return stderr;
  }

  it('a busy port', async () => {
    const environment = { ...(await portsAndData()), HOST: '127.0.0.1' };
    const server = await occupy(Number(environment.PORT));
    expect(await failure(environment)).toBe(
      `Port ${environment.PORT} is already in use. Stop the other program, or set PORT to another number.\n`,
    );
    server.close();
  });

  it('a busy port of the Auth emulator', async () => {
    const environment = await portsAndData();
    const port = environment.AUTH_EMULATOR_PORT;
    const server = await occupy(Number(port));
    expect(await failure(environment)).toBe(
      `Port ${port} is already in use. Stop the other program, or set AUTH_EMULATOR_PORT to another number.\n`,
    );
    server.close();
  });

  it('a data folder that is a file', async () => {
    const file = join(await temporaryFolder(), 'file');
    await writeFile(file, '');
    expect(await failure({ ...(await portsAndData()), DATA_DIR: file })).toBe(
      `The data folder ${file} can’t be used: it isn’t a folder.\n`,
    );
  });

  it.runIf(isAll && process.platform === 'linux')('a data folder where none can be made', async () => {
    expect(await failure({ ...(await portsAndData()), DATA_DIR: '/proc/ev-jobs/data' })).toBe(
      'The data folder /proc/ev-jobs/data can’t be used: a folder can’t be created there.\n',
    );
  });

  it.runIf(isAll)('accounts that cannot be read', async () => {
    const environment = await portsAndData();
    const file = join(environment.DATA_DIR, 'accounts.json');
    await writeFile(file, '{"users":');
    expect(await failure(environment)).toMatch(`The accounts in ${file} cannot be used: `);
  });

  it('the server alone, without a Firebase project', async () => {
    const { code, stderr } = await runToEnd(['server/main.ts'], await portsAndData());
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr:
        'Set FIREBASE_PROJECT_ID to run in production. To run without a Firebase project, use `npm start`.\n',
    });
  });

  it('a database that cannot be reached', async () => {
    const DATABASE_URL = `postgres://user:s3cret@127.0.0.1:${await freePort()}/jobs`;
    const environment = {
      ...(await portsAndData()),
      FIREBASE_PROJECT_ID: 'ev-jobs-prod',
      FIREBASE_API_KEY: 'public',
      DATABASE_URL,
    };
    const { code, stderr } = await runToEnd(['server/main.ts'], environment);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'Can’t connect to the database in DATABASE_URL.\n',
    });
  });
});

/** The account is a moment old, and no token of it older. */
function justNow(): { iat: number; auth_time: number } {
  const now = Math.floor(Date.now() / 1000);
  return { iat: now, auth_time: now };
}

describe.runIf(isAll)('a product without demo data', () => {
  let stack: Stack;
  const email = 'ada@kowalski.test';
  const password = 'letters-and-1';

  beforeAll(async () => {
    stack = await startStack({ seed: false });
    removed.push(stack.dataDir);
  });
  afterAll(() => stack.stop());

  it('names no accounts', () => {
    expect(stack.output()).not.toContain('@ev.test');
  });

  it('serves the app, its own pages, and the API', async () => {
    const page = await fetch(`${stack.url}/jobs/listing/all`, { headers: { accept: 'text/html' } });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<div id="app">')]);
    expect((await fetch(`${stack.url}/api/readyz`)).status).toBe(200);
    expect((await fetch(`${stack.url}/dev/mail`)).status).toBe(200);
  });

  it('does not let a second process use the same data', async () => {
    const environment = { ...(await portsAndData()), DATA_DIR: stack.dataDir };
    const { code, stderr } = await runToEnd(['server/start/start.ts'], environment);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `The data folder ${stack.dataDir} is in use by another process. Stop that process first.\n`,
    });
    const admin = await runToEnd(['server/commands/admin.ts', email], environment);
    expect(admin).toEqual({ code: 1, stdout: '', stderr });
    const firebase = { FIREBASE_PROJECT_ID: 'ev-jobs-prod', FIREBASE_API_KEY: 'public' };
    const alone = await runToEnd(['server/main.ts'], { ...environment, ...firebase });
    expect(alone).toEqual({ code: 1, stdout: '', stderr });
  });

  it('keeps an account that was created just before a kill, and its open session', async () => {
    const before = await emulatorSignUp(stack.emulatorUrl, email, password);
    await stack.kill();
    stack = await startStack({ seed: false, dataDir: stack.dataDir });
    const after = await emulatorSignIn(stack.emulatorUrl, email, password);
    expect(after.localId).toBe(before.localId);
    const lookup = await fetch(`${stack.url}/identitytoolkit.googleapis.com/v1/accounts:lookup?key=any`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ idToken: before.idToken }),
    });
    expect(lookup.status).toBe(200);
  });

  it('stops at a signal with code 0; then `npm run admin` makes a registered user an admin', async () => {
    const { localId: uid } = await emulatorSignIn(stack.emulatorUrl, email, password);
    const token = tokenOf({ email, uid, verified: true }, Date.now(), { ...emulatorClaims, ...justNow() });
    const names = { firstName: 'Ada', lastName: 'Kowalski', userName: 'Ada K.', company: 'Kowalski Homes' };
    const body = {
      ...names,
      email,
      phoneNumber: '303 555 0100',
      userType: 'CLIENT',
      address: testAddress,
    } as const;
    const registered = await liveCall(stack.url, token, 'register', { body });
    expect([registered.userType, registered.userApproved]).toEqual(['CLIENT', false]);
    expect(await stack.stop()).toBe(0);

    const environment = { ...(await portsAndData()), DATA_DIR: stack.dataDir };
    expect(await runToEnd(['server/commands/admin.ts', 'bob@kowalski.test'], environment)).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'No account found for bob@kowalski.test. They need to sign up and complete their profile first.\n',
    });
    expect(await runToEnd(['server/commands/admin.ts', email.toUpperCase()], environment)).toEqual({
      code: 0,
      stdout: `Ada K. (${email}) is now an admin.\n`,
      stderr: '',
    });

    stack = await startStack({ seed: false, dataDir: stack.dataDir });
    const profile = await liveCall(stack.url, token, 'profile', { params: { email } });
    expect([profile.userType, profile.userApproved]).toEqual(['ADMIN', true]);
  });
});

describe.runIf(isAll)('the first start', () => {
  let stack: Stack;

  beforeAll(async () => {
    stack = await startStack({ seed: true, dataDir: await newDataDir(true) });
    removed.push(stack.dataDir);
  });
  afterAll(() => stack.stop());

  async function jobCodes(): Promise<string[]> {
    const { idToken } = await emulatorSignIn(stack.emulatorUrl, 'admin@ev.test', seedPassword);
    const codes: string[] = [];
    for (let startAfter: string | null = ''; startAfter !== null; ) {
      const body = { username: 'admin@ev.test', ...(startAfter ? { startAfter } : {}) };
      const page: Awaited<ReturnType<typeof liveCall<'jobs'>>> = await liveCall(stack.url, idToken, 'jobs', {
        body,
      });
      codes.push(...page.items.map((job) => job.jobCode));
      startAfter = page.startAfter;
    }
    return codes;
  }

  it('prints the address and the accounts', () => {
    const port = new URL(stack.url).port;
    expect(stack.output()).toContain(`EV Jobs is ready: http://localhost:${port}\n`);
    expect(stack.output()).toContain(`(password ${seedPassword})`);
    for (const { email, approved } of people) expect(stack.output().includes(email)).toBe(approved);
    expect(stack.output()).toContain(`http://localhost:${port}/dev/mail`);
  });

  it('makes 60 jobs, and users who can sign in', async () => {
    expect(new Set(await jobCodes()).size).toBe(60);
    for (const { email } of people) await emulatorSignIn(stack.emulatorUrl, email, seedPassword);
  });

  it('is followed by one that changes and builds nothing, also after a kill', async () => {
    const before = await jobCodes();
    expect(stack.output()).toContain('Adding demo data');
    await stack.kill();
    stack = await startStack({ seed: true, dataDir: stack.dataDir });
    expect(stack.output()).not.toContain('Adding demo data');
    expect(stack.output()).not.toContain('Building');
    expect(await jobCodes()).toEqual(before);
  });
});

import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, TestRunner } from 'vitest';
import { type AppOptions, buildApp } from '../../../server/app.ts';
import { emulatorVerifier } from '../../../server/auth/auth.ts';
import type { Database } from '../../../server/data/db/db.ts';
import type { Email } from '../../../server/data/notify/email.ts';
import type { Files } from '../../../server/files/files.ts';
import type { CallName } from '../../../src/contract/calls.ts';
import { isAll } from '../amount.ts';
import { type DatabaseKind, databaseKinds, newDatabase } from '../database/databases.ts';
import { newStore, s3Store, type TestStore } from '../files/stores.ts';
import { type Caller, type CallOptions, callOf, type Reply } from './call.ts';
import { type Person, people, projectId, savePeople, tokenOf } from './people.ts';

/** The clock of every test server starts here. */
export const startOfTime = Date.UTC(2026, 10, 21, 10, 30);

export type TestServer = {
  app: FastifyInstance;
  /** A database connection that no test cuts. */
  db: Database;
  /** Address of its PostgreSQL database; `''` on PGlite. */
  databaseUrl: string;
  files: Files;
  /** The store of `files`. */
  store: TestStore;
  /** Returns the names of all files in it, incomplete ones included. */
  storedFiles(): Promise<string[]>;
  /** Every email "sent" so far. */
  emails: Email[];
  /** Every line logged so far, parsed. */
  logs: Record<string, unknown>[];
  clock: { nowMs: number; advance(seconds: number): void };
  /** Sends all notifications that are due by now. */
  notify(): Promise<void>;
  /** Returns the bearer token of a caller, as `as` in `call`. */
  token(as: Caller): string | null;
  /** Returns the bearer token of a person outside `people`. */
  tokenOf(person: Person): string;
  /** Makes a call and checks its response, or its failure, against the contract. */
  call<N extends CallName>(name: N, options?: CallOptions<N>): Promise<Reply<N>>;
};

export type StartOptions = Partial<AppOptions> & {
  /** Creates the app's own connection to the migrated PostgreSQL database at this address. */
  connect?: (url: string) => Promise<Database>;
  /** Adds to the app before it is ready. */
  prepare?: (app: FastifyInstance) => void;
  /** Whether unexpected errors are part of this test; otherwise one in the log fails it. */
  errorsExpected?: boolean;
};

async function startServer(
  kind: DatabaseKind,
  options: StartOptions,
): Promise<{ server: TestServer; end(): Promise<void> }> {
  const { errorsExpected = false, connect, prepare, ...appOptions } = options;
  const clock = {
    nowMs: startOfTime,
    advance(seconds: number) {
      clock.nowMs += seconds * 1000;
    },
  };
  const database = await newDatabase(kind);
  await savePeople(database.db, Object.values(people), clock.nowMs);
  const own = await connect?.(database.url);
  const s3Endpoint = inject('s3Endpoint');
  const store = await (s3Endpoint === '' ? newStore('folder') : s3Store({ endpoint: s3Endpoint }));
  const files = await store.open();
  const emails: Email[] = [];
  const logs: Record<string, unknown>[] = [];
  const app = await buildApp({
    db: own ?? database.db,
    files,
    mail: {
      async send(email) {
        emails.push(email);
      },
      async close() {},
    },
    verifyToken: emulatorVerifier(projectId, () => clock.nowMs),
    now: () => clock.nowMs,
    log: { level: 'info', stream: { write: (line) => void logs.push(JSON.parse(line)) } },
    publicUrl: 'http://localhost:8080',
    rateLimit: false,
    ...appOptions,
  });
  prepare?.(app);
  await app.ready();

  function token(as: Caller): string | null {
    if (as === null || typeof as === 'object') return as?.token ?? null;
    return tokenOf(people[as], clock.nowMs);
  }

  const server: TestServer = {
    app,
    db: options.db ?? database.db,
    databaseUrl: database.url,
    files: options.files ?? files,
    store,
    storedFiles: async () => (await store.names()).sort(),
    emails,
    logs,
    clock,
    notify: () => app.background.send(),
    token,
    tokenOf: (person) => tokenOf(person, clock.nowMs),
    call: callOf((request) => app.inject(request), token),
  };
  return {
    server,
    async end() {
      await app.close();
      await own?.close();
      await database.end();
      await store.end();
      if (errorsExpected) return;
      expect(
        logs.filter((line) => Number(line.level) >= 50),
        'errors in the log',
      ).toEqual([]);
    },
  };
}

type Start = {
  (options?: StartOptions): Promise<TestServer>;
  /** Starts one before the tests of the group, and returns it; it has nothing until then. */
  forAll(options?: StartOptions): TestServer;
};
type Tests = (start: Start, kind: DatabaseKind) => void;

function onDatabases(kinds: readonly DatabaseKind[], name: string, tests: Tests): void {
  describe.each(kinds)(`${name} (%s)`, (kind) => {
    const ends: (() => Promise<void>)[] = [];
    afterAll(async () => {
      const results = await Promise.allSettled(ends.map((end) => end()));
      for (const result of results) if (result.status === 'rejected') throw result.reason;
    });
    const start = async (options: StartOptions = {}) => {
      const { server, end } = await startServer(kind, options);
      // The server of one test ends with it, and its database is reused.
      if (TestRunner.getCurrentTest()) onTestFinished(end);
      else ends.push(end);
      return server;
    };
    const forAll = (options?: StartOptions) => {
      const server = {} as TestServer;
      beforeAll(async () => void Object.assign(server, await start(options)));
      return server;
    };
    tests(Object.assign(start, { forAll }), kind);
  });
}

/**
 * Declares tests on PostgreSQL, and with `TESTS=all` on PGlite too. `start` starts a server with a database, a file folder and a clock
 * of its own, and all users of `people`; it is stopped after the tests of the group.
 */
export function onOneDatabase(name: string, tests: Tests): void {
  onDatabases(isAll ? databaseKinds : ['postgres'], name, tests);
}

/** Declares tests of what the two drivers may do differently: locks, notifications, types, errors. */
export function onBothDatabases(name: string, tests: Tests): void {
  onDatabases(databaseKinds, name, tests);
}

/** Declares tests that need a database in another process, which can be down and come back. */
export function onPostgres(name: string, tests: Tests): void {
  onDatabases(['postgres'], name, tests);
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, vi } from 'vitest';
import { setClient } from '../../../src/api/client.ts';
import { createClient } from '../../../src/api/createClient.ts';
import { asTooLarge } from '../../../src/api/tooLarge.ts';
import { responseMark } from '../../../src/contract/calls.ts';
import { job } from '../../support/app/fakeBackend.ts';
import { listen } from '../../support/network/listen.ts';

type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string };
type Handler = (seen: Seen, response: ServerResponse) => void;

/** Responds as our server does, with its mark. */
export function answerJson(response: ServerResponse, status: number, body: unknown): void {
  response
    .writeHead(status, { 'content-type': 'application/json', [responseMark]: '1' })
    .end(JSON.stringify(body));
}

/**
 * Starts a small backend on loopback for each test of a file; the client is pointed at it and signed in.
 * `seen` holds every request whose body arrived whole.
 */
export function testBackend() {
  const backend = {
    seen: [] as Seen[],
    handle: ((_, response) => answerJson(response, 404, { errorMessage: 'Nothing here.' })) as Handler,
    /** Called when a request's head is there, before its body; true means it takes the request over. */
    handleHead: (_request: IncomingMessage, _response: ServerResponse) => false,
    origin: '',
    close: () => Promise.resolve(),
  };
  beforeEach(async () => {
    const server = createServer((request, response) => {
      if (backend.handleHead(request, response)) return;
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const seen: Seen = {
          method: request.method ?? '',
          url: request.url ?? '',
          headers: request.headers,
          body: Buffer.concat(chunks).toString('utf8'),
        };
        backend.seen.push(seen);
        backend.handle(seen, response);
      });
    });
    backend.seen = [];
    backend.handleHead = () => false;
    backend.origin = `http://127.0.0.1:${await listen(server)}`;
    backend.close = () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    vi.stubGlobal('location', new URL(backend.origin));
    setClient(createClient({ token: async (renew) => (renew ? 'token-2' : 'token-1'), explain: asTooLarge }));
  });
  afterEach(async () => {
    vi.useRealTimers();
    vi.stubGlobal('location', undefined);
    await backend.close();
  });
  return backend;
}

/** Creates the client as `main.tsx` does: with the session's bearer. */
export async function signClientIn(session: typeof import('../../../src/session/session.ts')): Promise<void> {
  const [{ setClient }, { createClient }, { asTooLarge }] = await Promise.all([
    import('../../../src/api/client.ts'),
    import('../../../src/api/createClient.ts'),
    import('../../../src/api/tooLarge.ts'),
  ]);
  setClient(createClient({ token: session.bearer, explain: asTooLarge }));
}

/** Returns the error of a failed call, as it was thrown. */
export async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expectedFailure(),
    (error: unknown) => error,
  );
}

function expectedFailure(): never {
  throw new Error('The call was expected to fail.');
}

/** An approved client's profile, as the server sends it. */
export const wireProfile = {
  email: 'ada@client.test',
  firstName: 'Ada',
  lastName: 'Lovelace',
  userName: 'Ada L.',
  company: 'Analytical Engines',
  phoneNumber: '+14155550132',
  address: { streetName: '1 Main St', city: 'Austin', state: 'TX', zipcode: '78701' },
  userType: 'CLIENT',
  userApproved: true,
  userRefused: false,
  createdTimestamp: 1,
};

/** A job, as the server sends it. */
export const wireJob = {
  ...job,
  jobId: 'job-1',
  jobCode: 'ABCD1234',
  project: 'Elm Street carport',
  jobReporter: 'client@ev.test',
  reporter: 'Cleo C.',
  jobReporterDetails: { company: 'Sunline', phoneNumber: '' },
  jobPriority: 'HIGH',
  jobAttachmentLinks: '',
  assignedTo: '',
  assignedToName: '',
  version: 0,
  createdTimestamp: 0,
  updatedTimestamp: 0,
};

import { createServer, type ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../../src/api/ApiError.ts';
import { call, setClient } from '../../../src/api/client.ts';
import { doesBackendRespond, getConnectivity, noteReachable } from '../../../src/api/connectivity.ts';
import { createClient } from '../../../src/api/createClient.ts';
import { callForBlob } from '../../../src/api/downloads.ts';
import { asTooLarge } from '../../../src/api/tooLarge.ts';
import { responseMark } from '../../../src/contract/calls.ts';
import { clientErrors } from '../../../src/contract/errors.ts';
import type { OutboxRecord } from '../../../src/outbox/records/record.ts';
import { createWire } from '../../../src/outbox/sending/wire.ts';
import { ada, message, noPieces, testDevice } from '../../outbox/support.ts';
import { job, sentMessage } from '../../support/app/fakeBackend.ts';
import { inTheEnd } from '../../support/app/inTheEnd.ts';
import { type AnswerOutcome, answerAs, answerKinds, answerOutcomes } from '../../support/network/answers.ts';
import { listen } from '../../support/network/listen.ts';
import { errorOf } from '../support/backend.ts';

/** Every kind of response with every status, against the real client and the real outbox, over a real connection. */

const update = { job, communication: sentMessage() };
let answer: (response: ServerResponse) => void = (response) => response.end();
let asked: (string | undefined)[] = [];
const server = createServer((request, response) => {
  asked.push(request.headers.authorization);
  request.resume();
  request.on('end', () => answer(response));
});
let origin = '';

beforeAll(async () => {
  origin = `http://127.0.0.1:${await listen(server)}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked = [];
  vi.stubGlobal('location', new URL(origin));
  noteReachable();
  setClient(createClient({ token: async (renew) => (renew ? 'token-2' : 'token-1'), explain: asTooLarge }));
});
afterEach(() => void vi.unstubAllGlobals());

const cells = answerKinds.flatMap((kind, at) =>
  Object.entries(answerOutcomes).flatMap(([status, outcomes]) => {
    const outcome = outcomes[at];
    return outcome ? [[kind, Number(status), outcome] as const] : [];
  }),
);

const states: Readonly<Record<AnswerOutcome, OutboxRecord['state']>> = {
  sent: 'acked',
  'not sent': 'failed',
  'sign in': 'blocked-auth',
  later: 'queued',
  unsettled: 'uncertain',
  'no connection': 'uncertain',
};

test.each(cells)('a message answered by %s %i becomes: %s', async (kind, status, outcome) => {
  answer = (response) => {
    answerAs(response, kind, status, update);
  };
  const device = testDevice();
  const outbox = device.page({ wire: { ...createWire(), pieces: noPieces } });
  await outbox.send(ada, message('Hello'));
  const tries = outcome === 'sign in' ? 2 : 1;
  await inTheEnd(async () => {
    const [record] = await outbox.records(ada.uid);
    expect(record).toMatchObject({ state: states[outcome], attempts: tries });
  });
  if (outcome !== 'unsettled') expect(getConnectivity().reachable).toBe(outcome !== 'no connection');
  // A foreign response delays nothing longer than the usual back-off.
  const [record] = await outbox.records(ada.uid);
  if (outcome === 'no connection') expect(record?.notBefore ?? 0).toBeLessThanOrEqual(device.now);
  await outbox.close();
});

test.each(cells.filter(([, , outcome]) => outcome === 'no connection'))(
  'a read answered by %s %i counts as no connection',
  async (kind, status) => {
    answer = (response) => answerAs(response, kind, status, job);
    const error = await errorOf(call('job', { params: { jobId: 'J1' } }));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 0, definite: false });
    expect((error as ApiError).retryAfterMs).toBeUndefined();
    expect(getConnectivity().reachable).toBe(false);
    // A foreign 401 does not renew the token.
    expect(asked).toEqual(['Bearer token-1']);
    if (kind === 'truncated') return;
    expect(await doesBackendRespond()).toBe(false);
    const file = callForBlob('attachment', { params: { key: 'k', fileName: 'a.pdf' } });
    expect(await errorOf(file)).toMatchObject({ status: 0, definite: false });
  },
);

test('a foreign response is reported in the sentence about sign-in pages', async () => {
  answer = (response) => answerAs(response, 'foreign HTML', 401, null);
  expect(await errorOf(call('stats', {}))).toMatchObject({
    message: 'Can’t connect to EV Jobs. If this network has a sign-in page, open it in your browser.',
  });
  expect(getConnectivity()).toMatchObject({ reachable: false, isForeign: true });
  expect(clientErrors.foreign.status).toBe(0);
});

test('a redirect is not followed', async () => {
  let followed = 0;
  answer = (response) => {
    if (asked.length > 1) followed += 1;
    response.writeHead(307, { location: '/elsewhere' }).end();
  };
  expect(await errorOf(call('employees', { body: {} }))).toMatchObject({ code: 'foreign' });
  expect(followed).toBe(0);
});

test('an array and a string of ours pass as they are, as §7 allows', async () => {
  answer = (response) =>
    response
      .writeHead(200, { 'content-type': 'application/json', [responseMark]: '1' })
      .end(JSON.stringify([sentMessage()]));
  expect(await call('conversation', { params: { jobId: 'J1' } })).toHaveLength(1);
});

describe('files refused by a proxy as too large', () => {
  const files = [new File([new Uint8Array(300 * 1024)], 'plan.pdf', { type: 'application/pdf' })];
  const body = {
    evJobId: 'J1',
    jobReporter: 'ada@client.test',
    jobUpdateUser: 'ada@client.test',
    'evCommunication.content': 'Hello',
    'evCommunication.fromUserId': 'ada@client.test',
    'evCommunication.toUserId': '',
    'evCommunication.fromUserType': 'CLIENT',
  } as const;

  test('get the specification’s sentence while the server can be reached, without a definite outcome', async () => {
    answer = (response) =>
      asked.length === 1
        ? answerAs(response, 'foreign HTML', 413, null)
        : answerAs(response, 'ours', 200, {});
    expect(await errorOf(call('updateJob', { body, files }))).toMatchObject({
      message: 'Total files size cannot exceed 100 MB',
      code: 'too-large',
      definite: false,
    });
    expect(getConnectivity().reachable).toBe(true);
  });

  test('count as no connection while the same proxy answers everything', async () => {
    answer = (response) => answerAs(response, 'foreign HTML', 413, null);
    expect(await errorOf(call('updateJob', { body, files }))).toMatchObject({ code: 'foreign' });
    expect(getConnectivity().reachable).toBe(false);
  });
});

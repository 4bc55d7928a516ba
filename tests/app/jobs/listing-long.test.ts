import { InfiniteQueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/api/client.ts';
import { jobsQuery, keys, queryClient } from '../../../src/api/queries.ts';
import type { JobDetails } from '../../../src/contract/jobs/jobDetails.ts';
import { canStore } from '../../../src/outbox/records/waiting.ts';
import { setMessageStatus } from '../../../src/outbox/sends/sendMessages.ts';
import { updateJobs } from '../../../src/outbox/sends/updateJobs.ts';
import { job as plainJob, sentMessage } from '../../support/app/fakeBackend.ts';
import { inTheEnd } from '../../support/app/inTheEnd.ts';
import { answerJson, testBackend } from '../support/backend.ts';
import { closeTestOutbox, openTestOutbox, openWithoutStorage, sender } from '../support/openTestOutbox.ts';

const email = 'employee@ev.test';
const backend = testBackend();

function jobNamed(jobId: string, more: Partial<JobDetails> = {}): JobDetails {
  return { ...plainJob, jobId, newMessages: 2, ...more };
}

/** Shows a list with pages of one job each, J1 on the first. */
function listOf(pages: number, first = 'J1') {
  queryClient.setQueryData(keys.jobs(email), {
    pages: Array.from({ length: pages }, (_, page) => ({
      items: [jobNamed(page === 0 ? first : `J${page + 1}`)],
      startAfter: page + 1 < pages ? String(page + 1) : null,
    })),
    pageParams: Array.from({ length: pages }, (_, page) => (page === 0 ? undefined : String(page))),
  });
  const observer = new InfiniteQueryObserver(queryClient, jobsQuery(email));
  return { stop: observer.subscribe(() => undefined), pages: () => observer.getCurrentResult().data?.pages };
}

const listings = () => backend.seen.filter(({ url }) => url === '/api/v2/evjobs');
const changes = () => backend.seen.filter(({ url }) => url === '/api/jobs/update');

const asChange = (changes: ReturnType<typeof hold>) => ({ changes });

function hold(jobId: string, version = 1) {
  return { evJobId: jobId, jobUpdateUser: email, version, status: 'ON_HOLD' as const };
}

beforeEach(async () => {
  queryClient.clear();
  await openTestOutbox();
  backend.handle = ({ url, body }, response) => {
    if (url === '/api/v2/evjobs') {
      const page = Number((JSON.parse(body) as { startAfter?: string }).startAfter ?? 0);
      const startAfter = page < 1 ? String(page + 1) : null;
      return answerJson(response, 200, { body: { items: [jobNamed(`J${page + 1}`)], startAfter } });
    }
    if (url === '/api/jobs/update') {
      const { evJobId, version, status } = JSON.parse(body) as ReturnType<typeof hold>;
      const changed = jobNamed(evJobId, { status, version: version + 1 });
      if (evJobId !== 'refused') {
        return answerJson(response, 200, { body: { job: changed, communication: null } });
      }
      const stale = { code: 'stale', job: jobNamed(evJobId, { version: 7 }), changed: ['status'] };
      return answerJson(response, 409, { errorMessage: 'Changed meanwhile.', ...stale });
    }
    if (url === '/api/update/communication') {
      return answerJson(response, 200, { body: sentMessage({ jobId: 'J1', status: 'ADDRESSED' }) });
    }
    if (url === '/api/jobs/J1')
      return answerJson(response, 200, { body: jobNamed('J1', { newMessages: 1 }) });
    if (url === '/api/jobs/refused')
      return answerJson(response, 200, { body: jobNamed('refused', { version: 7 }) });
    return answerJson(response, 404, { errorMessage: 'Nothing here.' });
  };
});

afterEach(closeTestOutbox);

// The first test: refetches that others have scheduled would read its list too.
it('changes of several jobs refetch the lists once, after the last of them', async () => {
  const list = listOf(1);
  const { handle } = backend;
  const answers: (() => void)[] = [];
  backend.handle = (seen, response) => {
    if (seen.url !== '/api/jobs/update') return handle(seen, response);
    answers.push(() => handle(seen, response));
    if (answers.length === 4) for (const answer of answers) answer();
  };
  await updateJobs(['J1', 'J2', 'J3', 'J4'].map((jobId) => asChange(hold(jobId))));
  await inTheEnd(() => expect(listings()).toHaveLength(1));
  expect(backend.seen.at(-1)).toBe(listings()[0]);
  expect(changes()).toHaveLength(4);
  list.stop();
});

describe('a list on the screen, after a change', () => {
  it('is read again while it is short', async () => {
    const list = listOf(2);
    await updateJobs([asChange(hold('J1'))]);
    await inTheEnd(() => expect(listings()).toHaveLength(2));
    list.stop();
  });

  it('is not read again when it is long; only the changed row is replaced', async () => {
    const list = listOf(5);
    const before = list.pages();
    await updateJobs([asChange(hold('J2'))]);
    await inTheEnd(() =>
      expect(list.pages()?.[1]?.items[0]).toMatchObject({ status: 'ON_HOLD', version: 2 }),
    );
    const after = list.pages();
    expect(after?.[0]).toBe(before?.[0]);
    expect(after?.[1]?.items[0]).not.toHaveProperty('history');
    expect(queryClient.isFetching({ queryKey: ['jobs'] })).toBe(0);
    expect(listings()).toHaveLength(0);
    list.stop();
  });

  it('shows a job as it is now where its change is refused, even when it is long', async () => {
    const list = listOf(5, 'refused');
    await updateJobs([asChange(hold('refused'))]);
    await inTheEnd(() => expect(list.pages()?.[0]?.items[0]).toMatchObject({ version: 7 }));
    expect(listings()).toHaveLength(0);
    list.stop();
  });

  it('updates the count of new messages after a mark, even when it is long', async () => {
    const list = listOf(5);
    await setMessageStatus(sender, { communicationId: 'C1', jobId: 'J1', status: 'ADDRESSED' });
    await inTheEnd(() => expect(list.pages()?.[0]?.items[0]?.newMessages).toBe(1));
    expect(listings()).toHaveLength(0);
    list.stop();
  });
});

describe('changes of several jobs, in a browser that stores nothing', () => {
  beforeEach(async () => {
    await openWithoutStorage();
    await inTheEnd(() => expect(canStore()).toBe(false));
  });

  it('are sent each with its own version and key, and a refused one does not stop the others', async () => {
    const all = [hold('J1', 3), hold('refused', 4), hold('J3', 5), hold('J4', 6), hold('J5', 7)].map(
      asChange,
    );
    const { delivered, refused } = await updateJobs(all);
    const sent = changes().map(({ body }) => JSON.parse(body) as ReturnType<typeof hold>);
    expect(sent.map(({ version }) => version).sort()).toEqual([3, 4, 5, 6, 7]);
    expect(new Set(changes().map(({ headers }) => headers['idempotency-key'])).size).toBe(5);
    expect(delivered.map(({ jobId }) => jobId)).toEqual(['J1', 'J3', 'J4', 'J5']);
    expect(delivered.at(-1)).toMatchObject({ version: 8, status: 'ON_HOLD' });
    expect(refused).toHaveLength(1);
    expect(refused[0]).toBeInstanceOf(ApiError);
    expect(refused[0]).toMatchObject({ code: 'stale', job: { version: 7 }, changed: ['status'] });
  });
});

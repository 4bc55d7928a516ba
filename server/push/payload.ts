import type { PushPayload } from '../../src/contract/notifications.ts';
import type { PushFacts } from '../data/notify/pushFacts.ts';
import { noticeWords, type Told } from '../notify/words.ts';

/** Push services take 4096 bytes when encrypted; some of them less than that in all. */
const maxBytes = 3000;

export type PushMatter = {
  /** Empty for a test. */
  told: readonly Told[];
  facts: PushFacts;
  receipt: string;
  ownerUid: string;
  publicUrl: string;
};

/** Where the chat of a job opens. */
function addressOf(publicUrl: string, jobId: string): string {
  const id = encodeURIComponent(jobId);
  return `${publicUrl}/jobs/update/${id}?chat=${id}`;
}

type Words = { title: string; body: string };

function payloadWith({ told, facts, receipt, ownerUid, publicUrl }: PushMatter, words: Words): PushPayload {
  const jobId = facts.job?.jobId ?? '';
  // Of the newest message, as the words are: a push that is sent twice says the same twice.
  const isAboutMessages = told.some((one) => one.communicationId !== null);
  const communicationId = (isAboutMessages && facts.job?.messages.at(-1)?.communicationId) || '';
  return {
    web_push: 8030,
    notification: {
      ...words,
      navigate: jobId === '' ? `${publicUrl}/account` : addressOf(publicUrl, jobId),
      tag: jobId === '' ? 'test' : `job-${jobId}`,
      lang: 'en',
      dir: 'ltr',
      silent: false,
      data: { ownerUid, jobId, communicationId, receipt, unread: facts.unread },
    },
    app_badge: facts.unread,
    mutable: true,
  };
}

/** The same with no more than is needed to find out what it is about. */
export function smallPayload(matter: PushMatter): PushPayload {
  return payloadWith(matter, { title: matter.facts.job?.jobCode ?? 'EV Jobs', body: 'You have an update' });
}

/** What a push carries, in the form that browsers show by themselves (W3C Push API, declarative push messages). */
export function payloadOf(matter: PushMatter): PushPayload {
  const words = matter.facts.job
    ? noticeWords(matter.told, matter.facts)
    : { title: 'EV Jobs', body: 'Test notification. Notifications work on this device.' };
  const payload = payloadWith(matter, words);
  return Buffer.byteLength(JSON.stringify(payload)) > maxBytes ? smallPayload(matter) : payload;
}

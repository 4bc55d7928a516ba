import type { PushPayload } from '../../src/contract/notifications.ts';
import type { PushFacts } from '../data/notify/pushFacts.ts';
import { noticeWords, type Told } from '../notify/words.ts';

/** Push services accept 4096 encrypted bytes; some count the headers too. */
const maxBytes = 3000;

export type PushMatter = {
  /** Empty for a test push. */
  told: readonly Told[];
  facts: PushFacts;
  receipt: string;
  ownerUid: string;
  publicUrl: string;
};

/** Returns the address that opens the chat of a job. */
function addressOf(publicUrl: string, jobId: string): string {
  const id = encodeURIComponent(jobId);
  return `${publicUrl}/jobs/update/${id}?chat=${id}`;
}

type Words = { title: string; body: string };

function payloadWith({ told, facts, receipt, ownerUid, publicUrl }: PushMatter, words: Words): PushPayload {
  const jobId = facts.job?.jobId ?? '';
  // The newest message, like the text: a repeated push then has the same content.
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

/** Returns a payload with just enough to find out what it is about. */
export function smallPayload(matter: PushMatter): PushPayload {
  return payloadWith(matter, { title: matter.facts.job?.jobCode ?? 'EV Jobs', body: 'You have an update' });
}

/** Returns the payload of a push in the form that browsers show by themselves (W3C Push API, declarative push messages). */
export function payloadOf(matter: PushMatter): PushPayload {
  const words = matter.facts.job
    ? noticeWords(matter.told, matter.facts)
    : { title: 'EV Jobs', body: 'Test notification. Notifications work on this device.' };
  const payload = payloadWith(matter, words);
  return Buffer.byteLength(JSON.stringify(payload)) > maxBytes ? smallPayload(matter) : payload;
}

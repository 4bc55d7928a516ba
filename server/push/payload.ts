import { logoAddress } from '../../src/contract/firmSettings.ts';
import type { PushPayload } from '../../src/contract/users/notifications.ts';
import type { PushFacts } from '../data/notify/pushFacts.ts';
import { noticeText, type PushNotice } from './noticeText.ts';

/** Push services accept 4096 encrypted bytes; some count the headers too. */
const maxBytes = 3000;

export type PushContent = {
  /** Empty for a test push. */
  notices: readonly PushNotice[];
  facts: PushFacts;
  receipt: string;
  ownerUid: string;
  publicUrl: string;
  /** Hash of the firm’s logo; `''` without one. */
  logo: string;
};

/** Whether a push wakes up a phone that saves power. */
export function isUrgent(notices: readonly PushNotice[]): boolean {
  return (
    notices.length === 0 ||
    notices.some(
      ({ kind, communicationId }) => communicationId !== null || kind === 'ASSIGNMENT' || kind === 'MENTION',
    )
  );
}

/** Returns the address that opens the chat of a job, its staff notes, or its deliverables. */
function addressOf(publicUrl: string, jobId: string, notices: readonly PushNotice[]): string {
  const id = encodeURIComponent(jobId);
  const page = `${publicUrl}/jobs/update/${id}`;
  if (notices.length === 0) return `${page}?chat=${id}`;
  if (notices.every(({ kind }) => kind === 'MENTION')) return `${page}?view=notes`;
  const hasMessages = notices.some(({ communicationId }) => communicationId !== null);
  const areDeliverables = notices.some(
    ({ delivered, changes }) => delivered.length > 0 || changes.some(({ field }) => field === 'withdrawal'),
  );
  return areDeliverables && !hasMessages ? `${page}#deliverables` : `${page}?chat=${id}`;
}

type PushText = { title: string; body: string };

function payloadWith(
  { notices, facts, receipt, ownerUid, publicUrl, logo }: PushContent,
  text: PushText,
): PushPayload {
  const jobId = facts.job?.jobId ?? '';
  // The newest message, like the text: a repeated push then has the same content.
  const isAboutMessages = notices.some((one) => one.communicationId !== null);
  const communicationId = (isAboutMessages && facts.job?.messages.at(-1)?.communicationId) || '';
  return {
    web_push: 8030,
    notification: {
      ...text,
      navigate: jobId === '' ? `${publicUrl}/account` : addressOf(publicUrl, jobId, notices),
      tag: jobId === '' ? 'test' : `job-${jobId}`,
      lang: 'en',
      dir: 'ltr',
      silent: false,
      ...(logo !== '' && { icon: publicUrl + logoAddress(logo, 'icon-192.png') }),
      data: { ownerUid, jobId, communicationId, receipt, unread: facts.unread },
    },
    app_badge: facts.unread,
    mutable: true,
  };
}

/** Returns the smallest payload by which the receiver can find out what it is about. */
export function smallPayload(content: PushContent): PushPayload {
  return payloadWith(content, { title: content.facts.job?.jobCode ?? 'EV Jobs', body: 'You have an update' });
}

/** Returns the payload of a push in the form that browsers show by themselves (W3C Push API, declarative push messages). */
export function payloadOf(content: PushContent): PushPayload {
  const text = content.facts.job
    ? noticeText(content.notices, content.facts)
    : { title: 'EV Jobs', body: 'Test notification. Notifications work on this device.' };
  const payload = payloadWith(content, text);
  return Buffer.byteLength(JSON.stringify(payload)) > maxBytes ? smallPayload(content) : payload;
}

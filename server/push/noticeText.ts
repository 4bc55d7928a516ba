import { jobStatuses } from '../../src/contract/enums.ts';
import { asOneLine } from '../../src/contract/lines.ts';
import {
  clientNoticeKinds,
  type NoticeKind,
  staffNoticeKinds,
} from '../../src/contract/users/notificationForms.ts';
import { isOfFirm } from '../access/access.ts';
import { readyText } from '../data/notify/delivered.ts';
import type { PushFacts, PushMessage } from '../data/notify/pushFacts.ts';
import type { ReadNotice } from '../data/notify/readNotices.ts';

/** The part of a notice that its text depends on. */
export type PushNotice = Pick<ReadNotice, 'kind' | 'communicationId' | 'noteId' | 'changes' | 'delivered'>;

const maxTitle = 120;
const maxPreview = 240;

/** Truncates a text at a grapheme boundary. */
function shortened(text: string, length: number): string {
  const line = asOneLine(text).replace(/\s+/g, ' ');
  const parts = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(line)];
  if (parts.length <= length) return line;
  return `${parts
    .slice(0, length - 1)
    .map(({ segment }) => segment)
    .join('')
    .trimEnd()}…`;
}

function isKindFor(kind: NoticeKind, reader: PushFacts): boolean {
  const kinds: readonly NoticeKind[] = isOfFirm(reader) ? staffNoticeKinds : clientNoticeKinds;
  return kinds.includes(kind);
}

/**
 * Whether a notice is still worth sending: its kind is turned on, the recipient may see the job, and nobody has dealt with it yet.
 */
export function isStillNews(notice: PushNotice, facts: PushFacts): boolean {
  const { job, settings } = facts;
  if (!job || !settings.kinds[notice.kind] || !isKindFor(notice.kind, facts)) return false;
  if (notice.communicationId !== null) {
    return job.messages.some(({ communicationId }) => communicationId === notice.communicationId);
  }
  if (notice.kind === 'MENTION') return job.notes.some(({ noteId }) => noteId === notice.noteId);
  if (notice.kind === 'NEW_JOB') return job.status !== 'CANCELLED';
  if (notice.kind === 'ASSIGNMENT') return job.assignedTo === facts.email;
  if (notice.kind === 'TRACKING') return job.trackingNumber !== '';
  return true;
}

function counted(count: number, one: string, many: string): string {
  return count === 1 ? one : `${count} ${many}`;
}

function preview({ fromName, content, files }: PushMessage): string {
  const said = content.trim() === '' ? counted(files, '1 file', 'files') : content;
  return `${fromName}: ${shortened(said, maxPreview)}`;
}

/** Returns the text about all new messages except those in `said`: a push replaces the previous one on the same job. */
function messageTexts({ job, settings }: PushFacts, said: readonly PushMessage[]): string[] {
  const messages = (job?.messages ?? []).filter((message) => !said.includes(message));
  const last = messages.at(-1);
  if (!last) return [];
  if (!settings.previews) return [counted(messages.length, '1 new message', 'new messages')];
  const more = messages.length - 1;
  return [preview(last), ...(more > 0 ? [`+ ${counted(more, '1 more message', 'more messages')}`] : [])];
}

function saysStatus({ changes }: PushNotice): boolean {
  return changes.some(({ field }) => field === 'status');
}

/** Returns the text about the status, with its reason if the recipient's notifications quote messages. */
function statusTexts({ job, settings }: PushFacts): string[] {
  if (!job) return [];
  const status = `Status: ${jobStatuses[job.status]}`;
  if (job.statusReason === '') return [status];
  return settings.previews
    ? [status, shortened(job.statusReason, maxPreview)]
    : [`${status}. The reason is in the chat.`];
}

function otherTexts(notice: PushNotice, facts: PushFacts): string[] {
  const { job, settings } = facts;
  if (!job || notice.communicationId !== null) return [];
  const status = saysStatus(notice) ? statusTexts(facts) : [];
  if (notice.kind === 'MENTION') {
    const note = job.notes.find(({ noteId }) => noteId === notice.noteId);
    if (!note || !settings.previews) return ['You were mentioned in a staff note'];
    return [`${note.fromName} mentioned you: ${shortened(note.content, maxPreview)}`];
  }
  if (notice.kind === 'NEW_JOB') return ['New job'];
  if (notice.kind === 'ASSIGNMENT') return status.length > 0 ? status : ['Assigned to you'];
  if (notice.kind === 'TRACKING') {
    return [settings.previews ? `Tracking number: ${job.trackingNumber}` : 'Tracking number added'];
  }
  const ready = notice.delivered.length > 0 ? [readyText(notice.delivered, job.isStamped)] : [];
  const withdrawn = notice.changes.some(({ field }) => field === 'withdrawal')
    ? ['A deliverable was withdrawn']
    : [];
  const texts = [...ready, ...withdrawn, ...status];
  return texts.length > 0 ? texts : ['EV submitted this job for you'];
}

/**
 * Returns the text of a notification: the job, and each event once. Names no user and quotes no message, unless the recipient has
 * turned previews on.
 */
export function noticeText(
  notices: readonly PushNotice[],
  facts: PushFacts,
): { title: string; body: string } {
  const { job, settings } = facts;
  if (!job) return { title: 'EV Jobs', body: 'You have an update' };
  const others = new Set(notices.flatMap((one) => otherTexts(one, facts)));
  const isAboutMessages = notices.some(({ communicationId }) => communicationId !== null);
  // The reason of a status is a message too.
  const reason =
    job.statusReason !== '' && notices.some(saysStatus)
      ? job.messages.findLast(({ content }) => content === job.statusReason)
      : undefined;
  const messages =
    isAboutMessages || settings.kinds.MESSAGE ? messageTexts(facts, reason ? [reason] : []) : [];
  return {
    title: shortened(`${job.jobCode} · ${job.project}`, maxTitle),
    body: (isAboutMessages ? [...messages, ...others] : [...others, ...messages]).map(asOneLine).join('\n'),
  };
}

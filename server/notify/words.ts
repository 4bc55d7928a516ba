import { isStaff, jobStatuses } from '../../src/contract/enums.ts';
import { asOneLine } from '../../src/contract/lines.ts';
import { clientNoticeKinds, type NoticeKind, staffNoticeKinds } from '../../src/contract/notifications.ts';
import type { PushFacts, PushMessage } from '../data/notify/pushFacts.ts';
import type { Notice } from './notice.ts';

/** The part of a notice that its text depends on. */
export type Told = Pick<Notice, 'kind' | 'communicationId' | 'changes' | 'results'>;

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

function isKindFor(kind: NoticeKind, { userType }: PushFacts): boolean {
  const kinds: readonly NoticeKind[] = isStaff(userType) ? staffNoticeKinds : clientNoticeKinds;
  return kinds.includes(kind);
}

/**
 * Whether a notice is still worth sending: its kind is turned on, the recipient may see the job, and nobody has dealt with it yet.
 */
export function isStillNews(told: Told, facts: PushFacts): boolean {
  const { job, settings } = facts;
  if (!job || !settings.kinds[told.kind] || !isKindFor(told.kind, facts)) return false;
  if (told.communicationId !== null) {
    return job.messages.some(({ communicationId }) => communicationId === told.communicationId);
  }
  if (told.kind === 'NEW_JOB') return job.status !== 'CANCELLED';
  if (told.kind === 'ASSIGNMENT') return job.assignedTo === facts.email;
  if (told.kind === 'TRACKING') return job.trackingNumber !== '';
  return true;
}

function counted(count: number, one: string, many: string): string {
  return count === 1 ? one : `${count} ${many}`;
}

function preview({ fromName, content, files }: PushMessage): string {
  const said = content.trim() === '' ? counted(files, '1 file', 'files') : content;
  return `${fromName}: ${shortened(said, maxPreview)}`;
}

/** Counts all new messages, because a push replaces the previous one on the same job. */
function messageWords({ job, settings }: PushFacts): string[] {
  const messages = job?.messages ?? [];
  const last = messages.at(-1);
  if (!last) return [];
  if (!settings.previews) return [counted(messages.length, '1 new message', 'new messages')];
  const more = messages.length - 1;
  return [preview(last), ...(more > 0 ? [`+ ${counted(more, '1 more message', 'more messages')}`] : [])];
}

function otherWords(told: Told, { job, settings }: PushFacts): string[] {
  if (!job || told.communicationId !== null) return [];
  const status =
    told.changes.length > 0 && told.kind !== 'TRACKING' ? [`Status: ${jobStatuses[job.status]}`] : [];
  if (told.kind === 'NEW_JOB') return ['New job'];
  if (told.kind === 'ASSIGNMENT') return told.changes.length > 0 ? status : ['Assigned to you'];
  if (told.kind === 'TRACKING') {
    return [settings.previews ? `Tracking number: ${job.trackingNumber}` : 'Tracking number added'];
  }
  const results = told.results > 0 ? [counted(told.results, 'Deliverable added', 'deliverables added')] : [];
  if (status.length + results.length === 0) return ['EV submitted this job for you'];
  return [...status, ...results];
}

/**
 * Returns the text of a notification: the job, and each event once. Names no user and quotes no message, unless the recipient has
 * turned previews on.
 */
export function noticeWords(told: readonly Told[], facts: PushFacts): { title: string; body: string } {
  const { job, settings } = facts;
  if (!job) return { title: 'EV Jobs', body: 'You have an update' };
  const others = new Set(told.flatMap((one) => otherWords(one, facts)));
  const isAboutMessages = told.some(({ communicationId }) => communicationId !== null);
  const messages = isAboutMessages || settings.kinds.MESSAGE ? messageWords(facts) : [];
  return {
    title: shortened(`${job.jobCode} · ${job.project}`, maxTitle),
    body: (isAboutMessages ? [...messages, ...others] : [...others, ...messages]).map(asOneLine).join('\n'),
  };
}

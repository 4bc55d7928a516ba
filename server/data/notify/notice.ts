import type { UserType } from '../../../src/contract/enums.ts';
import type { NotificationSettings } from '../../../src/contract/users/notifications.ts';
import { isOfFirm } from '../../access/access.ts';
import type { NoticeItem } from '../taskKinds.ts';

/** A notification of one recipient about one event. */
export type Notice = Omit<NoticeItem, 'jobId'> & {
  /** Email. */
  recipient: string;
  jobId: string;
  settings: NotificationSettings;
};

/** An event of a job, with the present state of what its notices depend on. */
export type JobEvent = {
  kind: string;
  /** Email of the user who caused it. */
  actor: string;
  created: number;
  jobId: string;
  communicationId: string | null;
  /** Email of the message's recipient: empty for a client's message on an unassigned job, null for an event without a message. */
  to: string | null;
  noteId: string | null;
  /** Emails of those whom the note mentions. */
  mentions: readonly string[];
  changes: readonly Change[];
  deliverable: string | null;
};

type Change = { seq: number; field: string; to: string };

/** An approved user whom an event may concern. */
export type Candidate = { email: string; userType: UserType; settings: NotificationSettings };

export type JobParties = { jobReporter: string; assignedTo: string };

type Target = Pick<Notice, 'recipient' | 'kind'> & Partial<Pick<Notice, 'changes' | 'deliverable'>>;

/** Returns the recipients of a change of a job. */
function targetsOfChange({ changes, deliverable }: JobEvent, job: JobParties): Target[] {
  const of = (field: string) => changes.filter((change) => change.field === field);
  const rows = (some: readonly Change[]) => some.map(({ seq }) => seq);
  const targets: Target[] = of('assignedTo').map(({ seq, to }) => ({
    recipient: to,
    kind: 'ASSIGNMENT',
    changes: [seq],
  }));
  const status = rows(of('status'));
  const forReporter = [...status, ...rows(of('withdrawal'))];
  if (forReporter.length > 0 || deliverable !== null) {
    targets.push({ recipient: job.jobReporter, kind: 'STATUS', changes: forReporter, deliverable });
  }
  // A client who cancels a job stops the assignee's work.
  if (status.length > 0) targets.push({ recipient: job.assignedTo, kind: 'ASSIGNMENT', changes: status });
  const tracking = rows(of('trackingNumber').filter(({ to }) => to !== ''));
  if (tracking.length > 0) targets.push({ recipient: job.jobReporter, kind: 'TRACKING', changes: tracking });
  return targets;
}

/** Returns the recipients of an event with the kind of notice, regardless of their settings. */
function targetsOf(event: JobEvent, job: JobParties, staff: readonly string[]): Target[] {
  const { kind, to, mentions } = event;
  const toStaff = (changes: number[]) =>
    staff.map((recipient) => ({ recipient, kind: 'NEW_JOB' as const, changes }));
  if (kind === 'message') {
    if (to === null) return [];
    // A message on an unassigned job concerns all staff.
    return to === '' ? toStaff([]) : [{ recipient: to, kind: 'MESSAGE' }];
  }
  // Leaves out users who are staff no longer.
  if (kind === 'note') {
    return mentions
      .filter((email) => staff.includes(email))
      .map((recipient) => ({ recipient, kind: 'MENTION' }));
  }
  if (kind === 'job') return targetsOfChange(event, job);
  if (kind !== 'new-job') return [];
  const changes = event.changes.map(({ seq }) => seq);
  return [...toStaff(changes), { recipient: job.jobReporter, kind: 'STATUS', changes }];
}

/**
 * Returns the notices about an event: none to its actor or for kinds that the recipient has turned off, and at most one per
 * recipient and kind.
 */
export function noticesOf(event: JobEvent, job: JobParties, candidates: readonly Candidate[]): Notice[] {
  const known = new Map(candidates.map((candidate) => [candidate.email, candidate]));
  const staff = candidates.flatMap(({ email, userType }) => (isOfFirm({ userType }) ? [email] : []));
  const notices: Notice[] = [];
  for (const { recipient, kind, changes = [], deliverable = null } of targetsOf(event, job, staff)) {
    const candidate = known.get(recipient);
    if (!candidate || recipient === event.actor || !candidate.settings.kinds[kind]) continue;
    if (notices.some((one) => one.recipient === recipient && one.kind === kind)) continue;
    const { jobId, communicationId, noteId, created } = event;
    const { settings } = candidate;
    notices.push({
      recipient,
      kind,
      jobId,
      communicationId,
      noteId,
      changes,
      deliverable,
      created,
      settings,
    });
  }
  return notices;
}

/** Returns the part of a notice that is stored with the task that sends it. */
export function itemOf({ kind, communicationId, noteId, changes, deliverable, created }: Notice): NoticeItem {
  return { kind, communicationId, noteId, changes, deliverable, created };
}

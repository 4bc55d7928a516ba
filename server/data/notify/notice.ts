import type { UserType } from '../../../src/contract/enums.ts';
import type { NoticeKind } from '../../../src/contract/notificationForms.ts';
import type { NotificationSettings } from '../../../src/contract/notifications.ts';
import type { EventContent } from '../events.ts';

/** A notification of one recipient about one event. */
export type Notice = {
  /** Email. */
  recipient: string;
  kind: NoticeKind;
  jobId: string;
  /** The message it is about, or null. */
  communicationId: string | null;
  /** The staff note it is about, or null. */
  noteId: string | null;
  /** Email of the user who caused the event. */
  actor: string;
  /** Changes of the job, for notices about changes. */
  changes: readonly { field: string; from: string; to: string }[];
  /** Number of deliverables added. */
  results: number;
  /** Seconds. */
  created: number;
  settings: NotificationSettings;
};

/** An approved user whom an event may concern. */
export type Candidate = { email: string; userType: UserType; settings: NotificationSettings };

export type JobParties = { jobReporter: string; assignedTo: string };

type Target = Pick<Notice, 'recipient' | 'kind'> & Partial<Pick<Notice, 'changes' | 'results'>>;

/** Returns the recipients of an event with the kind of notice, regardless of their settings. */
function targetsOf(event: EventContent, job: JobParties, staff: readonly string[]): Target[] {
  const toStaff = (kind: NoticeKind) => staff.map((recipient) => ({ recipient, kind }));
  if (event.kind === 'message') {
    // A message on an unassigned job concerns all staff.
    return event.detail.to === '' ? toStaff('NEW_JOB') : [{ recipient: event.detail.to, kind: 'MESSAGE' }];
  }
  // Not anyone who is staff no longer.
  if (event.kind === 'note') {
    const { mentions } = event.detail;
    return mentions
      .filter((email) => staff.includes(email))
      .map((recipient) => ({ recipient, kind: 'MENTION' }));
  }
  if (event.kind === 'new-job') {
    return [...toStaff('NEW_JOB'), { recipient: job.jobReporter, kind: 'STATUS' }];
  }
  if (event.kind !== 'job') return [];
  const { changes, results } = event.detail;
  const of = (field: string) => changes.filter((change) => change.field === field);
  const targets: Target[] = of('assignedTo').map(({ to }) => ({ recipient: to, kind: 'ASSIGNMENT' }));
  const status = of('status');
  if (status.length > 0 || results > 0) {
    targets.push({ recipient: job.jobReporter, kind: 'STATUS', changes: status, results });
  }
  // A client who cancels a job stops the assignee's work.
  if (status.length > 0) targets.push({ recipient: job.assignedTo, kind: 'ASSIGNMENT', changes: status });
  const tracking = of('trackingNumber').filter(({ to }) => to !== '');
  if (tracking.length > 0) targets.push({ recipient: job.jobReporter, kind: 'TRACKING', changes: tracking });
  return targets;
}

/**
 * Returns the notices about an event: none to its actor or for kinds that the recipient has turned off, and at most one per
 * recipient and kind.
 */
export function noticesOf(
  event: EventContent & { actor: string; created: number },
  job: JobParties,
  candidates: readonly Candidate[],
): Notice[] {
  if (!('jobId' in event)) return [];
  const known = new Map(candidates.map((candidate) => [candidate.email, candidate]));
  const staff = candidates.flatMap(({ email, userType }) => (userType === 'CLIENT' ? [] : [email]));
  const notices: Notice[] = [];
  for (const { recipient, kind, changes = [], results = 0 } of targetsOf(event, job, staff)) {
    const candidate = known.get(recipient);
    if (!candidate || recipient === event.actor || !candidate.settings.kinds[kind]) continue;
    if (notices.some((one) => one.recipient === recipient && one.kind === kind)) continue;
    notices.push({
      recipient,
      kind,
      jobId: event.jobId,
      communicationId: event.kind === 'message' ? event.communicationId : null,
      noteId: event.kind === 'note' ? event.detail.noteId : null,
      actor: event.actor,
      changes,
      results,
      created: event.created,
      settings: candidate.settings,
    });
  }
  return notices;
}

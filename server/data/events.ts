import type { Queryable } from './db/db.ts';

/** The `forUser` of events for staff only: empty, and so no email address. */
export const staffOnly = '';

/** An event, which is stored with the change itself. */
export type NewEvent = {
  /** Email of the user who caused it. */
  actor: string;
  /** Seconds. */
  created: number;
  /**
   * Email of the user who may receive it besides staff: the reporter of the job, or the user of the profile; or `everyone`, or `staffOnly`.
   */
  forUser: string;
} & EventContent;

export type EventContent =
  | { kind: 'message'; jobId: string; communicationId: string; detail: Record<string, never> }
  | { kind: 'mark'; jobId: string; communicationId: string; detail: { status: string } }
  /** `changes`: rows of the job's history. `deliverable`: the first of those that were added together. */
  | { kind: 'new-job' | 'job'; jobId: string; detail: { changes: number[]; deliverable: string | null } }
  /** A staff note was added. Always `staffOnly`. */
  | { kind: 'note'; jobId: string; detail: { noteId: string } }
  /** A user has put off a conversation of theirs. */
  | { kind: 'snooze'; jobId: string; detail: Record<string, never> }
  /** A shot of a photo checklist was saved, or, `staffOnly`, a saved reply or a named view. */
  | { kind: 'checklists'; detail: Record<string, never> }
  /** `decision` is empty where rights stay as they are; `ends` is the hash of an account that may not sign in any more. */
  | {
      kind: 'profile';
      detail: {
        decision: '' | 'registered' | 'approved' | 'refused' | 'changed' | 'erased' | 'signed-out';
        ends?: string;
      };
    };

/** Adds an event. Must run in the transaction of its change, so that it becomes visible with the commit. */
export async function addEvent(db: Queryable, event: NewEvent): Promise<void> {
  const jobId = 'jobId' in event ? event.jobId : null;
  const communicationId = 'communicationId' in event ? event.communicationId : null;
  // Status, snooze, profile and checklist events trigger no push and no email.
  const toNotify = !['mark', 'snooze', 'profile', 'checklists'].includes(event.kind);
  await db.query(
    `insert into events (created, kind, actor, job_id, communication_id, for_user, detail, to_notify)
      values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8)`,
    [
      event.created,
      event.kind,
      event.actor,
      jobId,
      communicationId,
      event.forUser,
      JSON.stringify(event.detail),
      toNotify,
    ],
  );
}

/** Adds events that refresh these jobs on screens and trigger no notifications. `created` in seconds. */
export async function addJobEvents(
  db: Queryable,
  jobIds: readonly string[],
  actor: string,
  created: number,
): Promise<void> {
  await db.query(
    `insert into events (created, kind, actor, job_id, for_user, detail, to_notify)
      select $2, 'job', $3, job_id, job_reporter, '{"changes":[],"deliverable":null}', false from jobs where job_id = any($1::text[])`,
    [jobIds, created, actor],
  );
}

import type { Queryable } from './db/db.ts';

/** Something that happened, as it is written down with the change itself. */
export type NewEvent = {
  /** Of who did it. */
  actor: string;
  /** Seconds. */
  created: number;
  /** Who may hear of it beside staff: the reporter of the job, the person of the profile. */
  forUser: string;
} & EventMatter;

export type EventMatter =
  /** `to` is empty where a client wrote to nobody in particular. */
  | { kind: 'message'; jobId: string; communicationId: string; detail: { to: string } }
  | { kind: 'mark'; jobId: string; communicationId: string; detail: { status: string } }
  | { kind: 'new-job'; jobId: string; detail: Record<string, never> }
  /** The fields of the job that changed, as they are kept; `results` counts stamped results that were added. */
  | {
      kind: 'job';
      jobId: string;
      detail: { changes: { field: string; from: string; to: string }[]; results: number };
    }
  /** `decision` is empty where only names and the like changed; `ends` is the hash of an account that is let in no more. */
  | {
      kind: 'profile';
      detail: {
        decision: '' | 'registered' | 'approved' | 'refused' | 'changed' | 'erased' | 'signed-out';
        ends?: string;
      };
    };

/** Writes an event down. Must run in the transaction that does it, and nothing of it is told before the commit. */
export async function addEvent(db: Queryable, event: NewEvent): Promise<void> {
  const jobId = 'jobId' in event ? event.jobId : null;
  const communicationId = 'communicationId' in event ? event.communicationId : null;
  // Marks and plain changes of profiles are told to nobody who does not look.
  const toNotify = event.kind !== 'mark' && event.kind !== 'profile';
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

/** Tells whoever looks at these jobs that they read differently now, and nobody else. `created` in seconds. */
export async function tellOfJobs(
  db: Queryable,
  jobIds: readonly string[],
  actor: string,
  created: number,
): Promise<void> {
  await db.query(
    `insert into events (created, kind, actor, job_id, for_user, detail, to_notify)
      select $2, 'job', $3, job_id, job_reporter, '{"changes":[],"results":0}', false from jobs where job_id = any($1::text[])`,
    [jobIds, created, actor],
  );
}

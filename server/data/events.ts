import type { Queryable } from './db.ts';

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

/** The statement that writes an event down, whose parameters begin at `$first`: those of `eventValues`. */
export function insertEvent(first: number): string {
  const at = (place: number) => `$${first + place}`;
  return `insert into events (created, kind, actor, job_id, communication_id, for_user, detail, to_notify)
    values (${at(0)}, ${at(1)}, ${at(2)}, ${at(3)}, ${at(4)}, ${at(5)}, ${at(6)}::jsonb, ${at(7)})`;
}

export function eventValues(event: NewEvent): (string | number | boolean | null)[] {
  return [
    event.created,
    event.kind,
    event.actor,
    'jobId' in event ? event.jobId : null,
    'communicationId' in event ? event.communicationId : null,
    event.forUser,
    JSON.stringify(event.detail),
    // Marks and plain changes of profiles are told to nobody who does not look.
    event.kind !== 'mark' && event.kind !== 'profile',
  ];
}

/** Writes an event down. Must run in the transaction that does it, and nothing of it is told before the commit. */
export async function addEvent(db: Queryable, event: NewEvent): Promise<void> {
  await db.query(insertEvent(1), eventValues(event));
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

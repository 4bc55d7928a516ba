import type { Queryable } from './db.ts';

export type AuditedAction =
  | 'register'
  | 'invite'
  | 'approve'
  | 'refuse'
  | 'suspend'
  | 'reconsider'
  | 'change-type';

/**
 * Keeps who did what to whom, for good. Must run in the transaction of what was done.
 *
 * @param entry `actor` and `subject` are e-mails; `created` in epoch seconds
 */
export async function record(
  db: Queryable,
  entry: {
    actor: string;
    action: AuditedAction;
    subject: string;
    detail?: Record<string, string>;
    created: number;
  },
): Promise<void> {
  await db.query(
    'insert into audit (created, actor, action, subject, detail) values ($1, $2, $3, $4, $5::jsonb)',
    [entry.created, entry.actor, entry.action, entry.subject, JSON.stringify(entry.detail ?? {})],
  );
}

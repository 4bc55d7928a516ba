import type { Queryable } from './db.ts';

/** What waits to go out, and for how long the oldest of it has been due; seconds. */
export type Backlog = Record<'events' | 'pushes' | 'letters', { waiting: number; overdueSeconds: number }>;

/** Asked now and then by whoever watches the server. `now` in seconds. */
export async function backlogOf(db: Queryable, now: number): Promise<Backlog> {
  const [row] = await db.query<Record<string, number | null>>(
    `select
       (select count(*) from events where to_notify) as events,
       (select min(created) from events where to_notify) as events_due,
       (select count(*) from push_queue where accepted is null) as pushes,
       (select min(due) from push_queue where accepted is null) as pushes_due,
       (select count(*) from letters where done is null) as letters,
       (select min(due) from letters where done is null) as letters_due`,
  );
  const of = (name: keyof Backlog) => ({
    waiting: row?.[name] ?? 0,
    overdueSeconds: Math.max(0, now - (row?.[`${name}_due`] ?? now)),
  });
  return { events: of('events'), pushes: of('pushes'), letters: of('letters') };
}

import type { DueDates, Durations } from '../../../src/contract/jobs/figures.ts';
import type { FigureGroup } from '../../../src/contract/jobs/figuresRequest.ts';
import { maxFigureGroups } from '../../../src/contract/limits.ts';
import type { Queryable } from '../db/db.ts';

type Measure = {
  /** SQL for the moment at which it ends, and for its seconds. */
  at: string;
  seconds: string;
  /** SQL condition of the jobs that have it. */
  where: string;
  /** SQL for how many of its jobs had a due date, and met it. */
  dated: string;
  met: string;
};

/**
 * The time from report to completion, and that to the first answer. The reason that staff give for a hold or a cancellation is a message
 * of theirs and counts as a first answer, because it tells the client why the job waits or ends. Each measure has an index with its
 * columns.
 */
export const turnaround: Measure = {
  at: 'since',
  seconds: 'since - reported - paused',
  where: "status = 'COMPLETED'",
  dated: 'count(due_end)',
  met: 'count(*) filter (where stopped < due_end)',
};

export const firstAnswer: Measure = {
  at: 'answered',
  seconds: 'answered - asked',
  where: 'answered is not null',
  dated: '0',
  met: '0',
};

export type Period = { from: number; until: number; starts: readonly number[] };

type Groups = { by: FigureGroup; period: Period; keys: readonly string[] | null };

type Measured = { durations: Durations; dueDates: DueDates };

/**
 * Returns a measure over the period, by key: null for the whole period, a week's place from 1.
 *
 * @param groups.keys the groups to read, null for all
 */
export async function measuredBy(
  db: Queryable,
  { at, seconds, where, dated, met }: Measure,
  { by, period, keys }: Groups,
): Promise<Map<string | null, Measured>> {
  const values = `count(*) as count, percentile_cont(array[0.5, 0.9]) within group (order by ${seconds}) as percentiles,
    ${dated} as dated, ${met} as met`;
  const jobs = (from: string, until: string) =>
    `from job_times where ${where} and ${at} >= ${from} and ${at} < ${until}`;
  // Each week is a range of an index: grouping would sort the jobs of all weeks first.
  const byWeek = `select place::text as key, week.* from (
      select place, start, lead(start, 1, $2) over (order by place) as next
        from unnest($3::bigint[]) with ordinality as starts (start, place)
    ) weeks cross join lateral (select ${values} ${jobs('start', 'next')}) week`;
  const byKey = `select ${by} as key, ${values}
    from (select * ${jobs('$1', '$2')}) jobs ${by === 'service' ? 'cross join lateral unnest(services) as service' : ''}
    where $3::text[] is null or ${by} = any($3) group by 1`;
  const rows = await db.query<{
    key: string | null;
    count: number;
    median: number;
    p90: number;
    dated: number;
    met: number;
  }>(
    `select key, count, percentiles[1] as median, percentiles[2] as p90, dated, met from (
      ${by === 'week' ? byWeek : byKey}
      union all select null, ${values} ${jobs('$1', '$2')}
    ) groups where count > 0`,
    [period.from, period.until, by === 'week' ? period.starts : keys],
  );
  return new Map(
    rows.map(({ key, count, median, p90, dated, met }) => [
      key,
      {
        durations: { count, median: Math.round(median), p90: Math.round(p90) },
        dueDates: dated > 0 ? { count: dated, met } : null,
      },
    ]),
  );
}

/** Returns the keys of the groups with the most jobs in the period, and how many others there are. */
export async function largestGroups(db: Queryable, by: 'assignee' | 'client', { from, until }: Period) {
  const rows = await db.query<{ key: string; groups: number }>(
    `select ${by} as key, count(*) over () as groups from job_times
      where (${turnaround.where} and ${turnaround.at} >= $1 and ${turnaround.at} < $2)
        or (${firstAnswer.at} >= $1 and ${firstAnswer.at} < $2)
      group by 1 order by count(*) desc, 1 limit ${maxFigureGroups}`,
    [from, until],
  );
  return { keys: rows.map(({ key }) => key), others: (rows[0]?.groups ?? 0) - rows.length };
}

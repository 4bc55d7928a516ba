import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Queryable } from '../../../server/data/db/db.ts';
import { figuresOf } from '../../../server/data/jobs/figures.ts';
import { endOfDay } from '../../../server/time/zone.ts';
import { type JobStatus, jobStatuses, wireValues } from '../../../src/contract/enums.ts';
import type { DueDates, Durations, Figures } from '../../../src/contract/jobs/figures.ts';
import { type FigureGroup, figureGroups } from '../../../src/contract/jobs/figuresRequest.ts';
import { maxFigureGroups } from '../../../src/contract/limits.ts';
import { dueRules } from '../../support/server/dueRules.ts';
import { onOneDatabase } from '../../support/server/server.ts';

const hour = 3600;
const day = 24 * hour;
const week = 7 * day;
const zones = [
  'America/New_York',
  'Africa/Cairo',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'UTC',
];
/** More than are listed by name. */
const clients = maxFigureGroups + 20;
const statuses = Object.keys(jobStatuses) as JobStatus[];

/** What happens to a job; times are seconds after what came before. */
const jobStory = fc.record({
  reportedBefore: fc.integer({ min: 0, max: 60 * week }),
  byStaff: fc.boolean(),
  /** Without any, as of jobs that were imported. */
  hasHistory: fc.constantFrom(true, true, true, true, false),
  steps: fc.array(
    fc.record({ after: fc.integer({ min: 0, max: 20 * day }), to: fc.constantFrom(...statuses) }),
    { maxLength: 6 },
  ),
  words: fc.array(
    fc.record({
      after: fc.integer({ min: 0, max: 4 * day }),
      from: fc.constantFrom('CLIENT', 'EMPLOYEE', 'ADMIN'),
    }),
    { maxLength: 4 },
  ),
  services: fc.uniqueArray(fc.constantFrom('EE', 'SE', 'CE'), { minLength: 1 }),
  client: fc.integer({ min: 0, max: clients - 1 }),
  assignee: fc.integer({ min: 0, max: 8 }),
  dueAfterDays: fc.option(fc.integer({ min: -5, max: 40 })),
});

const questions = fc.record({
  stories: fc.array(jobStory, { minLength: 150, maxLength: 150 }),
  // Around the changes of the clocks, in the middle of a week and at its ends.
  now: fc.integer({ min: Date.UTC(2026, 0, 1) / 1000, max: Date.UTC(2026, 11, 31) / 1000 }),
  timeZone: fc.constantFrom(...zones),
  isDueOn: fc.boolean(),
  weeks: fc.constantFrom(1, 2, 4, 13, 52),
});
type Question = typeof questions extends fc.Arbitrary<infer Asked> ? Asked : never;

const clientEmail = (number: number) => `client-${number}@ev.test`;

/** Writes the rows as the app would have. */
async function write(db: Queryable, { stories, now, timeZone, isDueOn }: Question): Promise<void> {
  for (const table of ['messages', 'history', 'jobs', 'due_rules']) await db.query(`delete from ${table}`);
  if (isDueOn) {
    const rules = JSON.stringify({ ...dueRules, timeZone });
    await db.query('insert into due_rules (rules) values ($1::jsonb)', [rules]);
  }
  const jobs: object[] = [];
  const history: object[] = [];
  const messages: object[] = [];
  for (const [index, story] of stories.entries()) {
    const job = `job-${index}`;
    const created = now - story.reportedBefore;
    const reporter = clientEmail(story.client);
    const by = story.byStaff ? 'emil@ev.test' : reporter;
    if (story.hasHistory) history.push({ job, created, by, field: 'job', to: job });
    let status: JobStatus = 'IN_PROGRESS';
    let at = created;
    for (const { after, to } of story.steps) {
      at += after;
      if (at > now || to === status) continue;
      status = to;
      if (story.hasHistory)
        history.push({ job, created: at, by: 'emil@ev.test', field: 'status', to: jobStatuses[to] });
    }
    let wrote = created;
    for (const { after, from } of story.words) {
      wrote += after;
      if (wrote <= now)
        messages.push({ id: `${job}-${wrote}-${messages.length}`, job, created: wrote, from });
    }
    const dueEnd =
      story.dueAfterDays === null ? null : endOfDay(Math.floor(created / day) + story.dueAfterDays, timeZone);
    const services = [{ category: 'STAMP', evServices: story.services }];
    const assignee = story.assignee === 0 ? '' : `staff-${story.assignee}@ev.test`;
    jobs.push({ job, created, reporter, status, services, assignee, dueEnd });
  }
  await db.query(
    `insert into jobs (job_id, job_code, project, address, job_reporter, job_type, category, job_priority, job_delivery_mode,
        delivery_priority, services, status, assigned_to, duplicate_key, created, updated, due_end)
      select job, job, '', '{}', reporter, 'RESIDENTIAL', 'STAMP', 'NORMAL', 'DIGITAL_COPY', 'STANDARD', services, status, assignee,
        job, created, created, "dueEnd"
      from jsonb_to_recordset($1::jsonb) as j (job text, created bigint, reporter text, status text, services jsonb, assignee text,
        "dueEnd" bigint)`,
    [JSON.stringify(jobs)],
  );
  await db.query(
    `insert into history (job_id, created, user_email, field, to_text) select job, created, by, field, "to"
      from jsonb_to_recordset($1::jsonb) as h (job text, created bigint, by text, field text, "to" text)`,
    [JSON.stringify(history)],
  );
  await db.query(
    `insert into messages (communication_id, job_id, content, status, from_user, from_user_type, created)
      select id, job, '', 'NEW', '', "from", created
      from jsonb_to_recordset($1::jsonb) as m (id text, job text, created bigint, "from" text)`,
    [JSON.stringify(messages)],
  );
}

/** What the rows say about a job. Times are seconds. */
type Facts = {
  status: JobStatus;
  reported: number;
  isOpen: boolean;
  /** When it got its status; undefined where nothing says so. */
  since: number | undefined;
  turnaround: number | undefined;
  asked: number | undefined;
  answered: number | undefined;
  dueEnd: number | null;
  overdueFrom: number | undefined;
  overdueUntil: number | undefined;
  isMet: boolean;
  keys: Record<Exclude<FigureGroup, 'week'>, string[]>;
};

/** Reads the rows and follows each job through its history. */
async function factsIn(db: Queryable): Promise<Facts[]> {
  type JobRow = {
    job_id: string;
    created: number;
    status: JobStatus;
    job_reporter: string;
    assigned_to: string;
    services: { evServices: string[] }[];
    due_end: number | null;
  };
  type HistoryRow = { job_id: string; created: number; user_email: string; field: string; to_text: string };
  type MessageRow = { job_id: string; created: number; from_user_type: string };
  const jobs = await db.query<JobRow>('select * from jobs');
  const history = Map.groupBy(
    await db.query<HistoryRow>('select * from history order by seq'),
    (row) => row.job_id,
  );
  const messages = Map.groupBy(
    await db.query<MessageRow>('select * from messages order by sequence'),
    (row) => row.job_id,
  );
  return jobs.map((job) => {
    const entries = history.get(job.job_id) ?? [];
    let paused = 0;
    let since: number | undefined = job.status === 'IN_PROGRESS' ? job.created : undefined;
    let stopped: number | undefined;
    let pausedFrom: number | undefined;
    for (const { created, to_text } of entries.filter(({ field }) => field === 'status')) {
      paused += pausedFrom === undefined ? 0 : created - pausedFrom;
      pausedFrom = to_text === jobStatuses.IN_PROGRESS ? undefined : created;
      stopped = pausedFrom === undefined ? undefined : (stopped ?? created);
      since = created;
    }
    const talk = messages.get(job.job_id) ?? [];
    const isClients = entries.some(
      ({ field, user_email }) => field === 'job' && user_email === job.job_reporter,
    );
    const question = isClients ? -1 : talk.findIndex(({ from_user_type }) => from_user_type === 'CLIENT');
    const asked = isClients ? job.created : talk[question]?.created;
    const answer = talk.find(({ from_user_type }, at) => at > question && from_user_type !== 'CLIENT');
    const dueEnd = job.due_end;
    const isOpen = job.status === 'IN_PROGRESS' || job.status === 'ON_HOLD';
    const isLate =
      dueEnd !== null && (job.status === 'IN_PROGRESS' || (stopped !== undefined && stopped > dueEnd));
    return {
      status: job.status,
      reported: job.created,
      isOpen,
      since,
      turnaround:
        job.status === 'COMPLETED' && since !== undefined ? since - job.created - paused : undefined,
      asked,
      answered: asked === undefined ? undefined : answer?.created,
      dueEnd,
      overdueFrom: isLate ? Math.max(dueEnd, job.created) : undefined,
      overdueUntil: stopped,
      isMet: dueEnd !== null && stopped !== undefined && stopped < dueEnd,
      keys: {
        service: [...new Set(job.services.flatMap(({ evServices }) => evServices))],
        assignee: [job.assigned_to],
        client: [job.job_reporter],
      },
    };
  });
}

const formats = new Map(
  zones.map((timeZone) => [timeZone, new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })]),
);
/** Each moment is asked for many times. */
const knownMondays = new Map<string, string>();

/** Returns the Monday of a moment's week in a zone. */
function mondayOf(timeZone: string, seconds: number): string {
  const known = knownMondays.get(`${timeZone} ${seconds}`);
  if (known !== undefined) return known;
  const date = new Date(`${formats.get(timeZone)?.format(seconds * 1000)}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  const monday = date.toISOString().slice(0, 10);
  knownMondays.set(`${timeZone} ${seconds}`, monday);
  return monday;
}

function mondaysUntil(last: string, weeks: number): string[] {
  const end = Date.parse(`${last}T00:00:00Z`) / 1000;
  return Array.from({ length: weeks }, (_, index) =>
    new Date((end - (weeks - 1 - index) * week) * 1000).toISOString().slice(0, 10),
  );
}

/** Between the two values around the place, in proportion. */
function percentile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const [below = 0, above = 0] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return Math.round(below + (above - below) * (place - Math.floor(place)));
}

function durationsOf(seconds: readonly number[]): Durations {
  if (seconds.length === 0) return null;
  const sorted = seconds.toSorted((a, b) => a - b);
  return { count: sorted.length, median: percentile(sorted, 0.5), p90: percentile(sorted, 0.9) };
}

/** The figures of a grouping, by key, as `figuresOf` has them. */
function recomputed(facts: readonly Facts[], by: FigureGroup, { weeks, timeZone, now, isDueOn }: Question) {
  const mondays = mondaysUntil(mondayOf(timeZone, now), weeks);
  const isIn = (at: number | undefined): at is number =>
    at !== undefined && at <= now && mondayOf(timeZone, at) >= (mondays[0] ?? '');
  const keysOf = (job: Facts, at: number) => (by === 'week' ? [mondayOf(timeZone, at)] : job.keys[by]);
  const completed = facts.filter((job) => job.turnaround !== undefined && isIn(job.since));
  const answered = facts.filter((job) => isIn(job.answered));
  const has = (key: string | null, at: (job: Facts) => number | undefined) => (job: Facts) =>
    key === null || keysOf(job, at(job) ?? 0).includes(key);
  const since = ({ since }: Facts) => since;

  function measured(key: string | null) {
    const done = completed.filter(has(key, since));
    const first = answered.filter(has(key, ({ answered }) => answered));
    const dated = done.filter(({ dueEnd }) => dueEnd !== null);
    const dueDates: DueDates =
      dated.length === 0 ? null : { count: dated.length, met: dated.filter(({ isMet }) => isMet).length };
    return {
      turnaround: durationsOf(done.map(({ turnaround = 0 }) => turnaround)),
      firstAnswer: durationsOf(first.map(({ answered = 0, asked = 0 }) => answered - asked)),
      ...(isDueOn && { dueDates }),
    };
  }
  /** In a week that has ended, what was so in its last second: the one before the next Monday. */
  const isAfter = (monday: string, at: number | undefined) =>
    at === undefined || at > now || mondayOf(timeZone, at) > monday;
  function counts(monday: string) {
    const open = facts.filter(
      (job) =>
        !isAfter(monday, job.reported) &&
        (job.isOpen || (job.since !== undefined && isAfter(monday, job.since))),
    );
    const overdue = facts.filter(
      (job) =>
        job.overdueFrom !== undefined &&
        !isAfter(monday, job.overdueFrom) &&
        (job.status === 'IN_PROGRESS' || isAfter(monday, job.overdueUntil)),
    );
    return { open: open.length, ...(isDueOn && { overdue: overdue.length }) };
  }
  if (by === 'week') {
    const groups = mondays.map((key) => ({ key, ...measured(key), ...counts(key) }));
    return { ...measured(null), groups, otherGroups: 0 };
  }
  const jobsOf = new Map<string, Set<Facts>>();
  for (const job of [...completed, ...answered]) {
    for (const key of job.keys[by]) jobsOf.set(key, (jobsOf.get(key) ?? new Set()).add(job));
  }
  const keys = [...jobsOf]
    .sort(([a, ofA], [b, ofB]) => ofB.size - ofA.size || (a < b ? -1 : 1))
    .map(([key]) => key);
  const listed = by === 'service' ? keys : keys.slice(0, maxFigureGroups);
  const groups = listed.map((key) => ({ key, ...measured(key) }));
  return { ...measured(null), groups, otherGroups: keys.length - listed.length };
}

function loadIn(facts: readonly Facts[], { now, isDueOn }: Question) {
  const open = Map.groupBy(
    facts.filter(({ isOpen }) => isOpen),
    ({ keys }) => keys.assignee[0] ?? '',
  );
  return [...open]
    .map(([assignedTo, jobs]) => ({
      assignedTo,
      open: jobs.length,
      onHold: jobs.filter(({ status }) => status === 'ON_HOLD').length,
      ...(isDueOn && {
        overdue: jobs.filter(
          ({ status, dueEnd }) => status === 'IN_PROGRESS' && dueEnd !== null && dueEnd <= now,
        ).length,
      }),
      unanswered: jobs.filter(({ asked, answered }) => asked !== undefined && answered === undefined).length,
      oldest: Math.min(...jobs.map(({ reported }) => reported)),
    }))
    .sort((a, b) => b.open - a.open || (a.assignedTo < b.assignedTo ? -1 : 1));
}

/** Without names, and with the groups of services in the order of their keys: by jobs, some are equal. */
function comparable({ groups, load, ...figures }: Pick<Figures, 'groups' | 'load'>, by: FigureGroup) {
  const bare = groups.map(({ name: _, ...group }) => group);
  return {
    ...figures,
    groups: by === 'service' ? bare.sort((a, b) => (a.key < b.key ? -1 : 1)) : bare,
    load: load.map(({ name: _, ...one }) => one),
  };
}

onOneDatabase('figures', (start) => {
  test('are what the rows of jobs, history and messages say, whatever happened to them', {
    timeout: 60_000,
  }, async () => {
    const { db } = await start();
    await db.query(
      `insert into users (email, uid, first_name, last_name, company, phone_number, address, user_type, user_approved, created, updated)
          select 'client-' || n || '@ev.test', 'uid-' || n, 'Client', n::text, '', '', '{}', 'CLIENT', true, 0, 0
          from generate_series(0, $1::bigint - 1) n`,
      [clients],
    );
    await fc.assert(
      fc.asyncProperty(questions, async (question) => {
        await write(db, question);
        const facts = await factsIn(db);
        const { weeks, timeZone, now, isDueOn } = question;
        for (const by of wireValues(figureGroups)) {
          // With rules, weeks are those of the firm's zone, whatever the reader's is.
          const asked = { weeks, by, timeZone: isDueOn ? 'Pacific/Honolulu' : timeZone };
          const { asOf, timeZone: ofFirm, ...figures } = await figuresOf(db, asked, now);
          expect({ asOf, ofFirm }).toEqual({
            asOf: now,
            ofFirm: isDueOn ? timeZone : undefined,
          });
          const expected = { ...recomputed(facts, by, question), load: loadIn(facts, question) };
          expect(comparable(figures, by), by).toEqual(comparable(expected as never, by));
        }
      }),
      { numRuns: 25, endOnFailure: true },
    );
  });

  test('cost a change of one job its own times, also in a session that has changed many', async () => {
    const { db } = await start();
    await db.query(
      `insert into users (email, uid, first_name, last_name, company, phone_number, address, user_type, user_approved, created, updated)
        values ('client@x.test', 'uid', 'Client', '', '', '', '{}', 'CLIENT', true, 0, 0)`,
    );
    await db.query(
      `insert into jobs (job_id, job_code, project, address, job_reporter, job_type, category, job_priority, job_delivery_mode,
          delivery_priority, services, status, duplicate_key, created, updated)
        select n, n, '', '{}', 'client@x.test', 'RESIDENTIAL', 'STAMP', 'NORMAL', 'DIGITAL_COPY', 'STANDARD', '[]', 'IN_PROGRESS', n, 0, 0
          from generate_series(1, 3000) n`,
    );
    await db.tx(async (tx) => {
      async function scansOf(jobs: number): Promise<number> {
        const scans = "select seq_scan as scans from pg_stat_xact_user_tables where relname = 'job_times'";
        const [before] = await tx.query<{ scans: number }>(scans);
        await tx.query('update jobs set due_end = coalesce(due_end, 0) + 1 where seq <= $1', [jobs]);
        const [after] = await tx.query<{ scans: number }>(scans);
        return (after?.scans ?? 0) - (before?.scans ?? 0);
      }
      await scansOf(2000);
      expect(await scansOf(1)).toBe(0);
      const [changed] = await tx.query<{ jobs: number }>(
        'select count(due_end) as jobs from job_times where due_end = 1',
      );
      expect(changed?.jobs).toBe(1999);
    });
  });
});

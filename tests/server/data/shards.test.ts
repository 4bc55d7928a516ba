import { beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../../src/contract/calls.ts';
import { onPostgres } from '../../support/server/server.ts';
import { crossing, obstacles } from '../../support/shards/crossing.ts';
import { distribution } from '../../support/shards/distribution.ts';
import { crossingOf, figuresOf, placesOf } from '../../support/shards/reach.ts';
import { type Route, routeOf } from '../../support/shards/routeOf.ts';
import { obstaclesOf, readSchema, type Schema } from '../../support/shards/schema.ts';
import { recordStatements, type Sent } from '../../support/shards/sentStatements.ts';

let schema: Schema;
beforeAll(async () => {
  schema = await readSchema();
});

describe('the route of a statement', () => {
  it.each<[sql: string, route: Route]>([
    ['select 1', { kind: 'none' }],
    ['select * from users where email = $1', { kind: 'reference' }],
    ['update users set company = $1', { kind: 'replicated' }],
    ['select * from tasks t join users u on u.email = t.recipient', { kind: 'local' }],
    ["select * from jobs where job_id = 'a'", { kind: 'shard', by: 'job', key: "'a'" }],
    [
      'select * from jobs j left join messages m on m.job_id = j.job_id where j.job_id = $2::text',
      { kind: 'shard', by: 'job', key: '$2' },
    ],
    [
      'with j as (select * from jobs where job_id = $1) insert into history (field, job_id) select $2, job_id from j',
      { kind: 'shard', by: 'job', key: '$1' },
    ],
    ['select * from jobs where job_id = $1 or job_code = $2', { kind: 'crossing', why: 'no key: jobs' }],
    ['select * from jobs where job_id <> $1', { kind: 'crossing', why: 'no key: jobs' }],
    ['select * from jobs where job_id = any($1)', { kind: 'crossing', why: 'no key: jobs' }],
    [
      'select * from jobs j left join messages m on m.job_id = j.job_id and m.job_id = $1',
      { kind: 'crossing', why: 'no key: jobs' },
    ],
    [
      'select * from jobs j where not exists (select 1 from messages m where m.job_id = j.job_id and m.job_id = $1)',
      { kind: 'crossing', why: 'no key: jobs' },
    ],
    [
      'insert into history (job_id, field) values ($1, $3), ($2, $3)',
      { kind: 'crossing', why: 'no key: history' },
    ],
    [
      'select * from jobs j, messages m where j.job_id = $1 and m.job_id = $2',
      { kind: 'crossing', why: 'several keys: jobs, messages' },
    ],
    [
      'insert into events (job_id) select job_id from jobs where job_id = $1',
      { kind: 'crossing', why: 'one shard and the local events' },
    ],
    ['select time_jobs(array[$1])', { kind: 'crossing', why: 'calls time_jobs()' }],
    ['lock table due_rules', { kind: 'crossing', why: 'is a LockStmt' }],
  ])('%s', (sql, route) => {
    expect(routeOf(sql, schema, distribution)).toEqual(route);
  });
});

describe('the schema', () => {
  it('every table has a place', () => {
    expect(Object.keys(distribution).sort()).toEqual([...schema.tables.keys()].sort());
  });

  it('nothing stands in the way of several nodes but what is listed', () => {
    expect(obstaclesOf(schema, distribution).sort()).toEqual([...obstacles].sort());
  });
});

onPostgres('statements on several nodes', (start) => {
  let sent: Sent[];
  let mix: Sent[];
  beforeAll(async () => {
    ({ sent, mix } = await recordStatements(start));
    if (process.env.SHARDS) console.log(figuresOf(sent, mix, schema));
  });

  it('every call succeeds once and sends statements', () => {
    // Whether a preview can be made, and how soon, does not matter here.
    const succeeded = ['', 'no-preview', 'preview-waits'];
    const done = sent.filter(({ code, statements }) => succeeded.includes(code) && statements.length > 0);
    expect(new Set(done.map(({ call }) => call))).toEqual(new Set([...Object.keys(calls), null]));
    expect(mix.map(({ code }) => code).join('')).toBe('');
  });

  it('only those that are listed cross shards', () => {
    expect(crossingOf([...sent, ...mix], schema)).toEqual(Object.values(crossing).flat().sort());
  });

  it('a read of one job needs its shard alone', () => {
    const conversations = mix.filter(({ call }) => call === 'conversation');
    expect(conversations).not.toEqual([]);
    for (const one of conversations) expect(placesOf(one, schema, distribution).size).toBe(1);
  });
});

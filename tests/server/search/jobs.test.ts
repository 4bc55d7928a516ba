import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { RequestOf } from '../../../src/contract/calls.ts';
import { anyCharacter } from '../../support/anyCharacter.ts';
import { newJob, updateJob } from '../../support/server/jobs.ts';
import { people } from '../../support/server/people.ts';
import { onOneDatabase, type TestServer } from '../../support/server/server.ts';

type Search = RequestOf<'searchJobs'>;
const day = 86_400;

function seconds(iso: string): number {
  return Date.parse(iso) / 1000;
}

onOneDatabase('the search', (start) => {
  let server: TestServer;
  const names = new Map<string, string>();

  beforeAll(async () => {
    server = await start();
    async function make(
      name: string,
      ...[changes, options]: Parameters<typeof newJob> extends [unknown, ...infer R] ? R : never
    ) {
      const job = await newJob(server, changes, options);
      names.set(job.jobId, name);
      return job;
    }
    const elm = { streetName: '77 Élm Street', city: 'Salem', state: 'MA', zipcode: '01970' };
    await make('elm', { jobCode: 'EV-7QX', project: 'School attic', address: elm, jobPriority: 'HIGH' });
    server.clock.advance(day);
    const garage = await make('garage', {
      project: 'Garage',
      category: 'RE_STAMP',
      jobDescription: "The owner's dog bites: 100% _sure_",
    });
    server.clock.advance(day);
    const bridge = await make('bridge', {
      project: 'Bridge',
      category: 'OTHER',
      jobDescription: 'A long one',
    });
    server.clock.advance(day);
    await make('other', { project: 'Schoolyard' }, { as: 'otherClient' });
    for (const [job, changes] of [
      [garage, { status: 'ON_HOLD', assignedTo: people.employee.email }],
      [bridge, { status: 'COMPLETED', assignedTo: people.admin.email }],
    ] as const) {
      await updateJob(server, job, 'employee', changes);
    }
  });

  async function found(body: Search, as: 'employee' | 'client' = 'employee') {
    const { items } = (await server.call('searchJobs', { as, body })).answer;
    return items.map(({ jobId }) => names.get(jobId));
  }

  const all = ['other', 'bridge', 'garage', 'elm'];
  const filters: [what: string, body: Search, names: string[]][] = [
    ['nothing', {}, all],
    ['an empty text', { text: '' }, all],
    ['a text of blanks', { text: '   ' }, all],
    ['the beginning of a project', { text: 'scho' }, ['other', 'elm']],
    ['another word of it, in capitals', { text: 'ATTIC' }, ['elm']],
    ['a code', { text: 'ev-7q' }, ['elm']],
    ['a house number and a street', { text: '77 elm' }, ['elm']],
    ['a street with its accent', { text: 'Élm' }, ['elm']],
    ['a city', { text: 'sal' }, ['elm']],
    ['a zip code', { text: '0197' }, ['elm']],
    ['the company', { text: 'other pan' }, ['other']],
    ['the description', { text: 'dog' }, ['garage']],
    ['words of two fields', { text: 'garage dog' }, ['garage']],
    ['words of which one fits nothing', { text: 'garage cat' }, []],
    ['the middle of a word', { text: 'ttic' }, []],
    ['one status', { statuses: ['ON_HOLD'] }, ['garage']],
    ['two statuses', { statuses: ['ON_HOLD', 'COMPLETED'] }, ['bridge', 'garage']],
    ['no status chosen', { statuses: [] }, all],
    ['a request type', { categories: ['RE_STAMP', 'OTHER'] }, ['bridge', 'garage']],
    ['a priority', { jobPriority: 'HIGH' }, ['elm']],
    ['an assignee', { assignedTo: people.employee.email }, ['garage']],
    ['an assignee in capitals', { assignedTo: people.employee.email.toUpperCase() }, ['garage']],
    ['nobody assigned', { assignedTo: '' }, ['other', 'elm']],
    ['a reporter', { jobReporter: people.otherClient.email }, ['other']],
    ['an unknown reporter', { jobReporter: 'nobody@ev.test' }, []],
    ['a company', { company: 'Other Panels' }, ['other']],
    ['a company in other letters', { company: ' sOLAR roofs ' }, ['bridge', 'garage', 'elm']],
    ['a part of a company', { company: 'Solar' }, []],
    ['a company and a word', { company: 'Solar Roofs', text: 'school' }, ['elm']],
    [
      'a company and a status, by project',
      { company: 'Solar Roofs', statuses: ['ON_HOLD'], sort: 'project' },
      ['garage'],
    ],
    ['no company', { company: '' }, all],
    ['a first day', { createdFrom: seconds('2026-11-22T00:00:00Z') }, ['other', 'bridge', 'garage']],
    ['a last day', { createdBefore: seconds('2026-11-23T00:00:00Z') }, ['garage', 'elm']],
    [
      'one day',
      { createdFrom: seconds('2026-11-23T00:00:00Z'), createdBefore: seconds('2026-11-24T00:00:00Z') },
      ['bridge'],
    ],
    ['a first moment', { createdFrom: seconds('2026-11-22T01:00:00Z') }, ['other', 'bridge', 'garage']],
    ['an end', { createdBefore: seconds('2026-11-22T01:00:00Z') }, ['elm']],
    ['times before 1970', { createdFrom: -2_208_988_800, createdBefore: -1 }, []],
    [
      'times the wrong way round',
      { createdFrom: seconds('2026-11-23T00:00:00Z'), createdBefore: seconds('2026-11-22T00:00:00Z') },
      [],
    ],
    [
      'all at once',
      {
        text: 'gar',
        statuses: ['ON_HOLD'],
        categories: ['RE_STAMP'],
        createdFrom: seconds('2026-11-22T00:00:00Z'),
      },
      ['garage'],
    ],
    ['oldest first', { sort: 'oldest' }, [...all].reverse()],
    ['by project', { sort: 'project' }, ['bridge', 'garage', 'elm', 'other']],
  ];
  test.each(filters)('for %s', async (_, body, expected) => {
    expect(await found(body)).toEqual(expected);
  });

  test('shows a client their own jobs only, whatever the filters', async () => {
    expect(await found({}, 'client')).toEqual(['bridge', 'garage', 'elm']);
    expect(await found({ text: 'school' }, 'client')).toEqual(['elm']);
    expect(await found({ jobReporter: people.otherClient.email }, 'client')).toEqual([]);
    expect(await found({ company: 'Other Panels' }, 'client')).toEqual([]);
    expect(await found({ company: 'Solar Roofs' }, 'client')).toEqual(['bridge', 'garage', 'elm']);
  });

  test('finds a changed job by its new words, and no longer by the old ones', async () => {
    const job = await newJob(server, { project: 'Lighthouse' });
    names.set(job.jobId, 'light');
    const reply = await updateJob(server, job, 'client', { project: 'Windmill', status: 'CANCELLED' });
    expect(await found({ text: 'lighth' })).toEqual([]);
    expect(await found({ text: 'windm solar' })).toEqual(['light']);
    expect(reply.answer.job.status).toBe('CANCELLED');
  });

  test('finds jobs by the current name of a company', async () => {
    const own = await start();
    await newJob(own, { project: 'Solar field' }, { as: 'otherClient' });
    const profiles = [{ email: people.otherClient.email, company: 'Renamed & Sons' }];
    expect((await own.call('updateProfiles', { as: 'otherClient', body: { profiles } })).code).toBe('');
    const count = async (text: string) =>
      (await own.call('searchJobs', { as: 'employee', body: { text } })).answer.items.length;
    expect(await count('renam sons')).toBe(1);
    expect(await count('other panels')).toBe(0);
    expect(await count('solar field')).toBe(1);
  });

  describe('treats hostile text as text', () => {
    const hostile = [
      "'; drop table jobs; --",
      "' or 1=1 --",
      '%',
      '_',
      '100%',
      "owner's",
      '\\',
      "\\' & !",
      'a & | ! ( ) : * <-> "',
      ':*',
      "'roof':A",
      '@solar',
      '(((((',
      '\u202e\u200b',
      '\ufffd\uffff',
      '中文字',
      'x'.repeat(200),
      '😀'.repeat(50),
    ];
    test.each(hostile)('%s', async (text) => {
      const reply = await server.call('searchJobs', { as: 'employee', body: { text } });
      expect(reply.status).toBe(200);
    });

    test('whatever it is', async () => {
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: anyCharacter, maxLength: 60 }), async (text) => {
          const { status } = await server.call('searchJobs', {
            as: 'employee',
            body: { text, assignedTo: text },
          });
          expect([200, 422]).toContain(status);
        }),
        { numRuns: 60 },
      );
    });

    test('without wildcards', async () => {
      expect(await found({ text: '%' })).toEqual([]);
      expect(await found({ text: '100%' })).toEqual(['garage']);
      expect(await found({ text: "owner's dog" })).toEqual(['garage']);
      expect(await found({ text: '@solar' })).toHaveLength(4);
    });
  });

  const bad: [what: string, body: object, field: string][] = [
    ['a status nobody has', { statuses: ['DONE'] }, 'statuses.0'],
    ['a sort of no kind', { sort: 'random' }, 'sort'],
    ['a time that is no number', { createdFrom: '2026-11-22T00:00:00Z' }, 'createdFrom'],
    ['half a second', { createdBefore: 1.5 }, 'createdBefore'],
    ['a time that is no time', { createdFrom: 1e300 }, 'createdFrom'],
    ['a text of 201 characters', { text: 'x'.repeat(201) }, 'text'],
    ['a list for a text', { text: ['a'] }, 'text'],
    ['a company of 201 characters', { company: 'x'.repeat(201) }, 'company'],
    ['a text with a zero character', { assignedTo: 'a\0' }, 'assignedTo'],
  ];
  test.each(bad)('refuses %s', async (_, body, field) => {
    const reply = await server.call('searchJobs', { as: 'employee', body: body as Search });
    expect(reply.failure).toMatchObject({ code: 'invalid', field });
  });

  test('uses its index for words', async () => {
    const rows = await server.db.tx(async (tx) => {
      await tx.query('set local enable_seqscan = off');
      return tx.query<{ 'QUERY PLAN': string }>(
        'explain select 1 from jobs j where j.search @@ $1::tsquery',
        ["'roof':*"],
      );
    });
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('jobs_by_search');
  });
});

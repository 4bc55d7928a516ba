import { parse } from 'csv-parse/sync';
import { beforeAll, expect, test } from 'vitest';
import type { RequestOf } from '../../../src/contract/calls.ts';
import type { JobSort } from '../../../src/contract/jobs/job.ts';
import { newJob } from '../../support/server/jobs.ts';
import { type PersonName, people } from '../../support/server/people.ts';
import { onOneDatabase, type TestServer } from '../../support/server/server.ts';

type Line = Record<string, string>;

async function csvOf({ call }: TestServer, as: PersonName, filters: object = {}) {
  const body = { format: 'csv', ...filters } as RequestOf<'download'>;
  const reply = await call('download', { as, body });
  const text = reply.bytes.toString('utf8');
  const lines: Line[] = parse(text, { bom: true, columns: true, record_delimiter: '\r\n' });
  return { reply, text, lines };
}

onOneDatabase('the exported list', (start) => {
  const server = start.forAll();

  test.each([
    '=1+1',
    "=cmd|' /C calc'!A0",
    '+1+1',
    '-1+1',
    '@SUM(1,1)',
    '＝1+1',
    '＋1',
    '－1',
    '＠SUM(1)',
    '\u200b=1+1',
    '\u00ad@SUM(1,1)',
    '\u{2ffe0}=1+1',
    '\ue000-1',
    '\ufe0f=1+1',
  ])('%j in a cell is text, not a formula', async (project) => {
    const job = await newJob(server, { project, jobDescription: `\n\t ${project}` });
    const { lines, text } = await csvOf(server, 'employee', { text: job.jobCode });
    expect(lines).toHaveLength(1);
    expect(lines[0]?.['Project name']).toBe(`'${job.project}`);
    expect(lines[0]?.Description).toMatch(/^'/);
    expect(text).not.toMatch(/(^|[,\r\n])"?\s*[=+@]/m);
  });

  test('no cell of any column begins like a formula', async () => {
    const evil = '=HYPERLINK("http://evil.test","x")';
    const address = { streetName: evil, city: evil, state: evil, zipcode: '02101' };
    await server.call('updateProfiles', {
      as: 'otherClient',
      body: { profiles: [{ email: people.otherClient.email, company: evil, firstName: evil }] },
    });
    await newJob(
      server,
      {
        project: evil,
        address,
        jobDescription: evil,
        jobDeliveryMode: 'WET_STAMPS',
        copiesNumber: 3,
        deliveryAddress: address,
        referenceLinks: evil,
        jobCode: '=1+1',
      },
      { as: 'otherClient' },
    );
    const { lines } = await csvOf(server, 'otherClient');
    expect(lines).toHaveLength(1);
    for (const [column, cell] of Object.entries(lines[0] ?? {}))
      expect(cell, column).not.toMatch(/^\s*[=+\-@]/);
    expect(Object.values(lines[0] ?? {}).filter((cell) => cell.startsWith("'=")).length).toBeGreaterThan(8);
  });

  test('quotes, commas, semicolons and line breaks stay in their cell', async () => {
    const project = 'A "quoted", split; name';
    const jobDescription = 'first line\nsecond; =1+1\r\nthird, "x"';
    const { jobCode } = await newJob(server, { project, jobDescription });
    const { lines, text } = await csvOf(server, 'employee', { text: jobCode });
    // Line ends are stored as one character, as all texts have them.
    const Description = jobDescription.replace('\r\n', '\n');
    expect(lines[0]).toMatchObject({ 'Project name': project, Description });
    expect(text).toContain('"A ""quoted"", split; name"');
    expect(text.endsWith('\r\n')).toBe(true);
  });

  test('is a download in UTF-8 with a byte order mark, and has a heading even when it is empty', async () => {
    const { reply, text, lines } = await csvOf(server, 'employee', { text: 'nothing-like-this' });
    expect(reply.bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    expect(reply.response.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(reply.response.headers['content-disposition']).toMatch(
      /^attachment; filename="jobs-2026-11-21\.csv"/,
    );
    expect(lines).toEqual([]);
    expect(text).toContain('Job code');
  });

  test('has the labels that the app shows', async () => {
    const { jobCode } = await newJob(server, {
      project: 'Dach – Straße 東京',
      jobDeliveryMode: 'WET_STAMPS',
      copiesNumber: 3,
      deliveryAddress: { streetName: '9 Elm', city: 'Salem', state: 'MA', zipcode: '01970' },
      jobEVService: [
        { category: 'STAMP', evServices: ['EE', 'SE'] },
        { category: 'OTHER', evServices: ['LC'] },
      ],
      jobDescription: 'Words',
      jobPriority: 'HIGH',
    });
    const { lines } = await csvOf(server, 'employee', { text: jobCode });
    expect(lines[0]).toMatchObject({
      'Job code': jobCode,
      'Project name': 'Dach – Straße 東京',
      Status: 'In progress',
      Priority: 'High',
      Services: 'Stamp: Electrical Review, Structural Review; Other: Electrical Load calcs',
      Company: 'Solar Roofs',
      Client: 'Clara C.',
      'Client email': 'clara@ev.test',
      'Client phone': '(415) 555-0132',
      'Delivery method': 'Wet stamps',
      'Number of copies': '3',
      'Delivery address': '9 Elm, Salem, MA 01970',
      'Submitted (UTC)': '2026-11-21 10:30:00',
    });
  });
});

onOneDatabase('a long exported list', (start) => {
  let server: TestServer;
  const count = 1203;
  beforeAll(async () => {
    server = await start();
    await newJob(server, { jobPriority: 'HIGH' });
    await newJob(server, {}, { as: 'otherClient' });
    // Copies of the first job, made in the database because a thousand reports would take a minute.
    const [{ columns } = { columns: '' }] = await server.db.query<{ columns: string }>(
      `select string_agg(column_name, ', ') as columns from information_schema.columns
       where table_name = 'jobs' and column_name not in ('seq', 'job_id', 'job_code', 'duplicate_key')`,
    );
    await server.db.query(
      `insert into jobs (job_id, job_code, duplicate_key, ${columns})
       select 'copy' || n, 'COPY' || n, 'copy' || n, ${columns} from jobs, generate_series(1, ${count - 1}) as n
       where job_reporter = $1`,
      [people.client.email],
    );
  });

  test('contains every job once, newest first, across batches', async () => {
    const { lines } = await csvOf(server, 'employee');
    expect(lines).toHaveLength(count + 1);
    expect(new Set(lines.map((line) => line['Job code'])).size).toBe(count + 1);
    expect(lines.slice(0, 2).map((line) => line['Job code'])).toEqual([
      `COPY${count - 1}`,
      `COPY${count - 2}`,
    ]);
  });

  test('has the order of the list across batches', async () => {
    const codes = async (sort?: JobSort) => {
      const { lines } = await csvOf(server, 'employee', sort && { sort });
      return lines.map((line) => line['Job code']);
    };
    expect(await codes('oldest')).toEqual((await codes()).reverse());
    const byUrgency = await codes('priority');
    expect(new Set(byUrgency).size).toBe(count + 1);
    const { lines: ordinary } = await csvOf(server, 'employee', { jobPriority: 'NORMAL' });
    expect(byUrgency.at(-1)).toBe(ordinary[0]?.['Job code']);
  });

  test('contains what the same filters find, for a client only their own jobs', async () => {
    expect((await csvOf(server, 'employee', { jobPriority: 'HIGH' })).lines).toHaveLength(count);
    expect((await csvOf(server, 'client')).lines).toHaveLength(count);
    expect((await csvOf(server, 'otherClient')).lines).toHaveLength(1);
    expect((await csvOf(server, 'otherClient', { jobReporter: people.client.email })).lines).toEqual([]);
    expect((await csvOf(server, 'employee', { statuses: ['CANCELLED'] })).lines).toEqual([]);
  });
});

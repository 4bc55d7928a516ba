import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import type { RequestOf } from '../../../src/contract/calls.ts';
import { newJob } from '../../support/server/jobs.ts';
import type { PersonName } from '../../support/server/people.ts';
import { onOneDatabase, type TestServer } from '../../support/server/server.ts';

/** A cell as the file holds it: its type, its value, and the format of numbers. */
type Cell = { type: string; value: string; format: string };

const escapes: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function unescaped(xml: string): string {
  return xml.replace(/&(\w+);/g, (_, name: string) => escapes[name] ?? '?');
}

async function partsOf(bytes: Buffer): Promise<Record<string, string>> {
  const zip = await fromBufferPromise(bytes);
  const parts: Record<string, string> = {};
  for await (const entry of zip.eachEntry())
    parts[entry.fileName] = await text(await zip.openReadStreamPromise(entry));
  return parts;
}

/** Returns the format of each style: numbers of `cellXfs` lead to `numFmts`. */
function formatsOf(styles: string): string[] {
  const own = new Map(
    [...styles.matchAll(/<numFmt numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id, code]) => [id, code]),
  );
  const cellXfs = /<cellXfs[^>]*>(.*?)<\/cellXfs>/s.exec(styles)?.[1] ?? '';
  return [...cellXfs.matchAll(/<xf [^>]*numFmtId="(\d+)"/g)].map(([, id]) => own.get(id) ?? `built-in ${id}`);
}

/** Reads the rows of the first sheet, as the standard describes it and without the library that wrote it. */
async function rowsOf(bytes: Buffer): Promise<Record<string, Cell>[]> {
  const parts = await partsOf(bytes);
  const formats = formatsOf(parts['xl/styles.xml'] ?? '');
  const sheet = parts['xl/worksheets/sheet1.xml'] ?? '';
  expect(sheet).not.toMatch(/<f[ >]/);
  const rows = [...sheet.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c r="([A-Z]+)\d+"([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)].map(
      ([, column = '', attributes = '', content = '']) => ({
        column,
        type: /t="(\w+)"/.exec(attributes)?.[1] ?? 'n',
        value: unescaped(/<(?:t|v)[^>]*>(.*?)<\/(?:t|v)>/s.exec(content)?.[1] ?? ''),
        format: formats[Number(/s="(\d+)"/.exec(attributes)?.[1] ?? 0)] ?? '',
      }),
    ),
  );
  const [head = [], ...lines] = rows;
  const headings = new Map(head.map(({ column, value }) => [column, value]));
  return lines.map((line) =>
    Object.fromEntries(line.map(({ column, ...cell }) => [headings.get(column) ?? column, cell])),
  );
}

/** Returns what a spreadsheet shows for a number of days since 1899-12-30. */
function shown(days: string | undefined): string {
  return new Date(Math.round((Number(days) - 25_569) * 86_400) * 1000).toISOString().slice(0, 19);
}

async function workbook(
  { call }: TestServer,
  as: PersonName,
  { timeZone = 'America/Boise', ...filters }: { timeZone?: string; text?: string; jobPriority?: 'HIGH' } = {},
) {
  const body: RequestOf<'download'> = { format: 'xlsx', timeZone, ...filters };
  const reply = await call('download', { as, body });
  return { reply, rows: await rowsOf(reply.bytes) };
}

onOneDatabase('the list exported as a workbook', (start) => {
  const server = start.forAll();

  test('codes, zip codes and tracking numbers are texts, whatever they look like', async () => {
    const trackingNumber = '9405511899560734911264';
    const { jobId, version } = await newJob(server, {
      jobCode: '004512E7',
      address: { streetName: '3 Calle Sol', city: 'San Juan', state: 'PR', zipcode: '00926' },
      jobDeliveryMode: 'WET_STAMPS',
      copiesNumber: 4,
      deliveryAddress: { streetName: '3 Calle Sol', city: 'San Juan', state: 'PR', zipcode: '00926' },
    });
    const change = { evJobId: jobId, jobUpdateUser: 'emil@ev.test', version, trackingNumber };
    await server.call('updateJob', { as: 'employee', body: change as RequestOf<'updateJob'> });
    const { rows } = await workbook(server, 'employee', { text: '004512E7' });
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      'Job code': { type: 'inlineStr', value: '004512E7' },
      'Zip code': { type: 'inlineStr', value: '00926' },
      'Tracking number': { type: 'inlineStr', value: trackingNumber },
      'Number of copies': { type: 'n', value: '4' },
    });
  });

  test.each([
    ['Pacific/Honolulu', '2026-11-21T00:30:00'],
    ['Asia/Kathmandu', '2026-11-21T16:15:00'],
  ])('times are dates by the clock of %s', async (timeZone, local) => {
    const { jobCode } = await newJob(server);
    const { rows } = await workbook(server, 'employee', { timeZone, text: jobCode });
    const submitted = rows[0]?.[`Submitted (${timeZone})`];
    expect(submitted?.type).toBe('n');
    expect(submitted?.format).toMatch(/^mm\/dd\/yy h:mm AM\/PM$/);
    expect(shown(submitted?.value)).toBe(local);
  });

  test('a text stays what it is: no formula, no escape of the format, no broken file', async () => {
    const project = '=HYPERLINK("https://bad.example") <b>&amp; _x0041_ 東京';
    const jobDescription = '+1\n-2\t@SUM(A1)';
    const { jobCode } = await newJob(server, { project, jobDescription });
    const { rows } = await workbook(server, 'employee', { text: jobCode });
    expect(rows[0]).toMatchObject({
      'Project name': { type: 'inlineStr', value: project.replace('_x0041_', '_x005F_x0041_') },
      Description: { type: 'inlineStr', value: jobDescription },
    });
  });

  test('contains what the same filters find, for a client only their own jobs', async () => {
    const { jobCode } = await newJob(server, { jobPriority: 'HIGH' });
    await newJob(server, {}, { as: 'otherClient' });
    const codes = async (...of: Parameters<typeof workbook>) =>
      (await workbook(...of)).rows.map((row) => row['Job code']?.value);
    expect(await codes(server, 'employee', { jobPriority: 'HIGH' })).toEqual([jobCode]);
    expect(await codes(server, 'otherClient')).toHaveLength(1);
    const { reply, rows } = await workbook(server, 'employee', { text: 'nothing-like-this' });
    expect(rows).toEqual([]);
    expect(reply.response.headers).toMatchObject({
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'content-disposition': expect.stringMatching(/^attachment; filename="jobs-2026-11-21\.xlsx"/),
    });
  });

  test('is named by the day in the zone of its reader', async () => {
    const nameIn = async (timeZone: string) => {
      const { response } = await server.call('download', {
        as: 'employee',
        body: { format: 'xlsx', timeZone },
      });
      return response.headers['content-disposition'];
    };
    expect(await nameIn('Pacific/Kiritimati')).toContain('filename="jobs-2026-11-22.xlsx"');
    expect(await nameIn('Pacific/Niue')).toContain('filename="jobs-2026-11-20.xlsx"');
  });

  test('a zone that nobody knows is refused', async () => {
    const body: RequestOf<'download'> = { format: 'xlsx', timeZone: 'America/Atlantis' };
    const reply = await server.call('download', { as: 'employee', body });
    expect(reply.response.statusCode).toBe(422);
    expect(reply.response.body).toContain('must be a known time zone');
  });
});

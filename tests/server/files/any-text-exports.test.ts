import { buffer, text } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import ICAL from 'ical.js';
import { beforeAll, expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { calendarText } from '../../../server/export/calendarText.ts';
import { conversationText } from '../../../server/export/conversationText.ts';
import { jobsCsv } from '../../../server/export/jobsCsv.ts';
import { jobsXlsx } from '../../../server/export/jobsXlsx.ts';
import { sanitizeEmail } from '../../../server/mail/mail.ts';
import type { Job } from '../../../src/contract/jobs/job.ts';
import { anyCharacter } from '../../support/anyCharacter.ts';
import { newJob } from '../../support/server/jobs.ts';
import { onOneDatabase } from '../../support/server/server.ts';

/** What XML 1.0 allows (production 2, `Char`). */
const xmlText = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u;
/** What no program can do anything with, as Unicode and RFC 9839 have it; a tab and a line break are none of it. */
const unassignable = /[^\P{Cc}\t\n\r]|\p{Noncharacter_Code_Point}|\p{Cs}/u;

/** Characters that some format or program forbids, misses or reads as something else, each beside letters. */
const hard = fc.constantFrom(
  ...['\0', '\x01', '\x0b', '\x1f', '\x7f', '\x85', '\r', '\r\n', '\n', '\t', '\u2028', '\ud83d', '\ude00'],
  ...['\ufffe', '\uffff', '\ufdd0', '\ufdef', '\u{1fffe}', '\u{10ffff}', '\ufeff', '\u{1f600}', '_x0041_'],
  ...['_x000D_', '&#xFFFE;', ']]>', '<', '&', '"', "'", ';', ',', '\\', '\\n', '=1+1', '图', 'e\u0301'],
);
const anyText = fc
  .array(fc.oneof(hard, anyCharacter, fc.constantFrom('a', 'Roof ', 're')), { maxLength: 80 })
  .map((parts) => parts.join(''));

async function* once<T>(item: T) {
  yield item;
}

/** Returns the texts of a sheet's cells after its heading, as Office Open XML says that they are read. */
async function cellsOf(workbook: Buffer): Promise<string[]> {
  const zip = await fromBufferPromise(workbook);
  let sheet = '';
  for await (const entry of zip.eachEntry()) {
    const part = await text(await zip.openReadStreamPromise(entry));
    expect(part, entry.fileName).toMatch(xmlText);
    if (entry.fileName === 'xl/worksheets/sheet1.xml') sheet = part;
  }
  const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
  const [, row = ''] = [...sheet.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, cells = '']) => cells);
  return [...row.matchAll(/<t(?:\/>|[^>]*>(.*?)<\/t>)/gs)].map(([, content = '']) =>
    content
      .replace(/&(\w+);/g, (_, name: string) => entities[name] ?? '?')
      .replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
  );
}

/** Returns a text with nothing but its letters, digits and signs: what every export must have of it. */
function seen(value: string): string {
  return value
    .toWellFormed()
    .replace(/[\p{C}\p{Z}\s]/gu, '')
    .replace(/^'/, '');
}

onOneDatabase('a text that was stored before it was cleaned', (start) => {
  let stored: Job;
  beforeAll(async () => {
    const server = await start();
    const { jobId } = await newJob(server);
    stored = (await server.call('job', { as: 'client', params: { jobId } })).answer;
  });

  test('leaves every cell of a workbook readable, and is in it', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (content) => {
        const job = { ...stored, project: content, jobDescription: content };
        const cells = await cellsOf(await buffer(jobsXlsx(once(job), 'America/Boise')));
        expect(cells.join('')).not.toMatch(unassignable);
        expect(cells[1]?.toWellFormed().replaceAll(/\s/g, '')).toBe(
          content.toWellFormed().replaceAll(new RegExp(unassignable, 'gu'), '').replaceAll(/\s/g, ''),
        );
      }),
      { numRuns: 60 },
    );
  });

  test('is a cell of a CSV, and no formula', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (content) => {
        const csv = await text(jobsCsv(once({ ...stored, project: content })));
        expect(csv).not.toMatch(unassignable);
        const [line]: Record<string, string>[] = parse(csv, {
          bom: true,
          columns: true,
          record_delimiter: '\r\n',
        });
        const cell = line?.['Project name'] ?? '';
        expect(cell).not.toMatch(/^[\s\p{C}]*[=+\-@]/u);
        expect(seen(cell)).toBe(seen(content));
      }),
      { numRuns: 60 },
    );
  });

  test('is the summary of an event of a calendar', () => {
    fc.assert(
      fc.property(anyText, (project) => {
        const calendar = calendarText([{ jobId: 'j1', jobCode: 'EV-1', project, date: '2026-12-01' }], {
          publicUrl: 'https://jobs.example',
          now: 0,
        });
        expect(calendar).not.toMatch(unassignable);
        expect(calendar.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
        const event = new ICAL.Event(
          new ICAL.Component(ICAL.parse(calendar)).getFirstSubcomponent('vevent') ?? undefined,
        );
        expect(seen(event.summary)).toBe(seen(`Due: ${project} (EV-1)`));
      }),
    );
  });

  test('is in the text of an archive, and passes for no line of ours', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (content) => {
        const message = { ...stored, createdTimestamp: 0, writtenTimestamp: 0, fromUserType: 'CLIENT' };
        const sent = { ...message, fromUserName: content, content, fileKeys: [] };
        const written = await text(
          conversationText({ ...stored, project: content }, [], once(sent as never), new Map()) as never,
        );
        expect(written).not.toMatch(unassignable);
        const [, said = ''] = written.split('\n\n---');
        expect(said).toMatch(/^ From /);
        expect(
          said
            .trimEnd()
            .split('\n')
            .slice(1)
            .every((line) => line.startsWith('>')),
        ).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  test('is in an email, in its subject on one line', () => {
    fc.assert(
      fc.property(anyText, (content) => {
        const email = { to: 'ada@example.com', subject: content, text: content, html: content, emailId: 'e' };
        const { subject, text: plain, html } = sanitizeEmail(email as never);
        expect(`${subject}${plain}${html}`).not.toMatch(unassignable);
        expect(subject).not.toMatch(/[\r\n\t\u2028\u2029]/);
        expect(seen(html)).toBe(seen(content));
      }),
    );
  });
});

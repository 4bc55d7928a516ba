import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LetterMatter } from '../../server/data/notify/letterMatter.ts';
import { folderMail, lettersIn } from '../../server/mail/folderMail.ts';
import { approvalLetter, invitationLetter, refusalLetter } from '../../server/mail/letters.ts';
import type { Letter, NamedLetter } from '../../server/mail/mail.ts';
import { noticeLetter } from '../../server/mail/noticeLetter.ts';
import { defaultNotificationSettings } from '../../src/contract/notifications.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'letters-'));
});
afterEach(() => rm(folder, { recursive: true }));

function named(letter: Letter): NamedLetter {
  return { ...letter, letterId: 'one' };
}

const ada = { email: 'ada@example.com', firstName: 'Ada' };
const link = 'https://jobs.example.com/auth/signup?invitation=abc&x=1';

test('an invitation says who invites, to what, and carries the link in both forms', () => {
  const letter = invitationLetter({ ...ada, userType: 'EMPLOYEE' }, { userName: 'Grace H.' }, link);
  expect(letter).toMatchObject({
    kind: 'invitation',
    to: 'ada@example.com',
    subject: 'Grace H. invites you to EV Jobs',
  });
  expect(letter.text).toContain('Hello Ada,');
  expect(letter.text).toContain('to work on the jobs that clients report');
  expect(letter.text).toContain(`\n${link}\n`);
  expect(letter.html).toContain('href="https://jobs.example.com/auth/signup?invitation=abc&#38;x=1"');
});

test('an approval leads to the app, a refusal leads nowhere', () => {
  expect(approvalLetter(ada, 'https://jobs.example.com/').text).toContain('https://jobs.example.com/');
  expect(refusalLetter(ada).text).not.toContain('http');
  expect(refusalLetter(ada).html).not.toContain('<a ');
});

test('a name that is markup stays a name', () => {
  const evil = `<img src=x onerror="alert('1')">&`;
  const letter = invitationLetter(
    { email: 'ada@example.com', firstName: evil, userType: 'CLIENT' },
    { userName: evil },
    link,
  );
  expect(letter.html).not.toContain('<img');
  expect(letter.html).toContain('&#60;img src=x onerror=&#34;alert(&#39;1&#39;)&#34;&#62;&#38;');
  expect(letter.text).toContain(evil);
});

const news: LetterMatter = {
  to: ada,
  readerIsStaff: false,
  job: { jobId: 'job-1', jobCode: 'EV-1', project: 'Maple Street', reporter: 'Clara C.', company: '' },
  settings: { ...defaultNotificationSettings, previews: true },
  entries: [{ kind: 'message', by: 'Emil E.', content: 'Hello', files: 0 }],
};
const origin = 'https://jobs.example.com';

test('what people wrote and called things stays text in a letter about a job', () => {
  const evil = `</title><script>alert(1)</script><a href="https://evil.example">x</a>`;
  const letter = noticeLetter(
    {
      ...news,
      job: { ...news.job, project: evil, company: evil },
      entries: [
        { kind: 'tracking', number: evil },
        { kind: 'message', by: evil, content: `${evil}\r\n${evil}`, files: 2 },
      ],
    },
    origin,
    'token',
  );
  expect(letter.html).not.toMatch(/<script|href="https:\/\/evil/);
  expect(letter.text.split(evil)).toHaveLength(6);
});

test('a long conversation is cut: ten messages, each of them not too long', () => {
  const message = { kind: 'message', by: 'Emil E.', content: 'word '.repeat(1000), files: 0 } as const;
  const { text, subject } = noticeLetter({ ...news, entries: Array(13).fill(message) }, origin, 'token');
  expect(subject).toBe('13 new messages from EV about Maple Street (EV-1)');
  expect(text.match(/^Emil E\. wrote:$/gm)).toHaveLength(10);
  expect(text).toContain('3 more are in the conversation.');
  expect(text.length).toBeLessThan(20_000);
});

test.each([
  ['invitation', invitationLetter({ ...ada, userType: 'CLIENT' }, { userName: 'Grace H.' }, link)],
  ['approval', approvalLetter(ada, link)],
  ['refusal', refusalLetter(ada)],
  ['notice', noticeLetter(news, origin, 'token')],
])(
  'the %s asks nothing of any host, is drawn for light and dark, and says the same as text',
  (kind, letter) => {
    expect(letter.kind).toBe(kind);
    expect(letter.html).not.toMatch(/<img|<link|<script|url\(|@import| src=/);
    expect(letter.html).toContain('prefers-color-scheme:dark');
    const body = letter.html.slice(letter.html.indexOf('<body'));
    const words = body
      .replace(/<[^>]+>/g, ' ')
      .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
    const said = new Set(words.split(/\s+/));
    const only = letter.text
      .split(/\s+/)
      .filter((word) => !said.has(word.replace(/:$/, '')) && !said.has(word));
    // Links are told as addresses, quotes by their marks.
    expect(only.filter((word) => !/^(https:|>$)/.test(word) && word !== '')).toEqual([]);
    for (const [, address = ''] of body.matchAll(/href="([^"]+)"/g)) {
      expect(letter.text).toContain(address.replaceAll('&#38;', '&'));
    }
  },
);

test('only a letter about a job can be ended', () => {
  expect(noticeLetter(news, origin, 'token').unsubscribe).toBe(`${origin}/api/mail/unsubscribe/token`);
  expect(approvalLetter(ada, link)).not.toHaveProperty('unsubscribe');
});

test('a letter in the folder can be read back, the newest first', async () => {
  let now = Date.UTC(2026, 10, 21, 9, 30);
  const mail = folderMail(folder, () => now);
  await mail.send(named(approvalLetter(ada, link)));
  now += 1;
  await mail.send(named(refusalLetter(ada)));
  const letters = await lettersIn(folder);
  expect(letters.map(({ kind, sentAt }) => [kind, sentAt])).toEqual([
    ['refusal', now],
    ['approval', now - 1],
  ]);
  expect(letters[1]?.text).toBe(approvalLetter(ada, link).text);
  expect(await lettersIn(folder, 1)).toHaveLength(1);
});

test('letters of the same millisecond do not overwrite each other', async () => {
  const mail = folderMail(folder, () => 0);
  await Promise.all(Array.from({ length: 20 }, () => mail.send(named(refusalLetter(ada)))));
  expect(await lettersIn(folder)).toHaveLength(20);
});

test('half a letter and foreign files are no letters; a folder that is not there holds none', async () => {
  await writeFile(join(folder, '20261121T093000000Z-ab.part'), '{"to":');
  await writeFile(join(folder, 'readme.txt'), 'x');
  expect(await lettersIn(folder)).toEqual([]);
  expect(await lettersIn(join(folder, 'none'))).toEqual([]);
});

test('one damaged file does not hide the other letters', async () => {
  await folderMail(folder).send(named(refusalLetter(ada)));
  await writeFile(join(folder, '99999999T000000000Z-ab.json'), '{"to":');
  expect(await lettersIn(folder)).toHaveLength(1);
});

test.each([
  'ada@example.com\r\nBcc: eve@example.com',
  'ada@example.com, eve@example.com',
  'Ada <ada@example.com>',
  '',
])('a letter to %j is not sent', async (to) => {
  const letter = named({ ...refusalLetter(ada), to });
  await expect(folderMail(folder).send(letter)).rejects.toThrow('one bare address');
  expect(await readdir(folder)).toEqual([]);
});

test('a subject with line breaks becomes one line', async () => {
  await folderMail(folder).send(
    named({ ...refusalLetter(ada), subject: 'Hello\r\nBcc: eve@example.com\u2028!' }),
  );
  expect((await lettersIn(folder))[0]?.subject).toBe('Hello Bcc: eve@example.com !');
});

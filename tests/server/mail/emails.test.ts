import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Email } from '../../../server/data/notify/email.ts';
import type { EmailContent } from '../../../server/data/notify/emailContent.ts';
import {
  approvalEmail,
  declineEmail,
  invitationEmail,
  revocationEmail,
} from '../../../server/mail/accountEmails.ts';
import { folderMail, readEmails } from '../../../server/mail/folderMail.ts';
import type { OutgoingEmail } from '../../../server/mail/mail.ts';
import { noticeEmail } from '../../../server/mail/noticeEmail.ts';
import { defaultNotificationSettings } from '../../../src/contract/users/notifications.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'emails-'));
});
afterEach(() => rm(folder, { recursive: true }));

function named(email: Email): OutgoingEmail {
  return { ...email, emailId: 'one' };
}

const ada = { email: 'ada@example.com', firstName: 'Ada' };
const link = 'https://jobs.example.com/auth/signup?invitation=abc&x=1';

test('an invitation names the inviter and the role, and has the link as HTML and as text', () => {
  const email = invitationEmail({ ...ada, userType: 'EMPLOYEE' }, { userName: 'Grace H.' }, link);
  expect(email).toMatchObject({
    kind: 'invitation',
    to: 'ada@example.com',
    subject: 'Grace H. invited you to EV Jobs',
  });
  expect(email.text).toContain('Hi Ada,');
  expect(email.text).toContain('to work on client jobs');
  // Its link verifies the address.
  expect(email.text).not.toMatch(/verif/i);
  expect(email.text).toContain(`\n${link}\n`);
  expect(email.html).toContain('href="https://jobs.example.com/auth/signup?invitation=abc&#38;x=1"');
});

test('an approval links to the app, a refusal has no link', () => {
  expect(approvalEmail(ada, 'https://jobs.example.com/').text).toContain('https://jobs.example.com/');
  expect(declineEmail(ada).text).not.toContain('http');
  expect(declineEmail(ada).html).not.toContain('<a ');
});

test('a name that is markup stays a name', () => {
  const evil = `<img src=x onerror="alert('1')">&`;
  const email = invitationEmail(
    { email: 'ada@example.com', firstName: evil, userType: 'CLIENT' },
    { userName: evil },
    link,
  );
  expect(email.html).not.toContain('<img');
  expect(email.html).toContain('&#60;img src=x onerror=&#34;alert(&#39;1&#39;)&#34;&#62;&#38;');
  expect(email.text).toContain(evil);
});

const news: EmailContent = {
  to: ada,
  readerIsStaff: false,
  job: {
    jobId: 'job-1',
    jobCode: 'EV-1',
    project: 'Maple Street',
    reporter: 'Clara C.',
    company: '',
    isStamped: true,
  },
  settings: defaultNotificationSettings,
  entries: [{ kind: 'message', by: 'Emil E.', content: 'Hello', files: 0 }],
};
const style = { publicUrl: 'https://jobs.example.com', token: 'token', hasTexts: true };

test('users’ text stays text in an email about a job', () => {
  const evil = `</title><script>alert(1)</script><a href="https://evil.example">x</a>`;
  const email = noticeEmail(
    {
      ...news,
      job: { ...news.job, project: evil, company: evil },
      entries: [
        { kind: 'tracking', number: evil },
        { kind: 'message', by: evil, content: `${evil}\r\n${evil}`, files: 2 },
      ],
    },
    style,
  );
  expect(email.html).not.toMatch(/<script|href="https:\/\/evil/);
  expect(email.text.split(evil)).toHaveLength(6);
});

test('a table and a list of a message keep their columns and indents in an email', () => {
  const content = 'beam\t\tspan\n  B1\t14';
  const { html } = noticeEmail(
    { ...news, entries: [{ kind: 'message', by: 'Emil E.', content, files: 0 }] },
    style,
  );
  expect(html).toMatch(/<blockquote [^>]*white-space:pre-wrap[^>]*>beam\t\tspan<br> {2}B1\t14<\/blockquote>/);
});

test('a long conversation is cut to ten messages, and each of them is shortened', () => {
  const message = { kind: 'message', by: 'Emil E.', content: 'word '.repeat(1000), files: 0 } as const;
  const { text, subject } = noticeEmail({ ...news, entries: Array(13).fill(message) }, style);
  expect(subject).toBe('13 new messages from EV about Maple Street (EV-1)');
  expect(text.match(/^Emil E\. wrote:$/gm)).toHaveLength(10);
  expect(text).toContain('3 more messages in the chat.');
  expect(text.length).toBeLessThan(20_000);
});

test.each([
  ['invitation', invitationEmail({ ...ada, userType: 'CLIENT' }, { userName: 'Grace H.' }, link)],
  ['approval', approvalEmail(ada, link)],
  ['refusal', declineEmail(ada)],
  ['refusal', revocationEmail(ada)],
  ['notice', noticeEmail(news, style)],
])('the %s email loads nothing, has light and dark colors, and says the same as text', (kind, email) => {
  expect(email.kind).toBe(kind);
  expect(email.html).not.toMatch(/<img|<link|<script|url\(|@import| src=/);
  expect(email.html).toContain('prefers-color-scheme:dark');
  const body = email.html.slice(email.html.indexOf('<body'));
  const words = body
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
  const said = new Set(words.split(/\s+/));
  const only = email.text.split(/\s+/).filter((word) => !said.has(word.replace(/:$/, '')) && !said.has(word));
  // Links are told as addresses, quotes by their marks.
  expect(only.filter((word) => !/^(https:|>$)/.test(word) && word !== '')).toEqual([]);
  for (const [, address = ''] of body.matchAll(/href="([^"]+)"/g)) {
    expect(email.text).toContain(address.replaceAll('&#38;', '&'));
  }
});

test('only emails about jobs have an unsubscribe link', () => {
  expect(noticeEmail(news, style).unsubscribe).toBe(`${style.publicUrl}/api/mail/unsubscribe/token`);
  expect(approvalEmail(ada, link)).not.toHaveProperty('unsubscribe');
});

test('an email in the folder can be read back, the newest first', async () => {
  let now = Date.UTC(2026, 10, 21, 9, 30);
  const mail = folderMail(folder, () => now);
  await mail.send(named(approvalEmail(ada, link)));
  now += 1;
  await mail.send(named(declineEmail(ada)));
  const emails = await readEmails(folder);
  expect(emails.map(({ kind, sentAt }) => [kind, sentAt])).toEqual([
    ['refusal', now],
    ['approval', now - 1],
  ]);
  expect(emails[1]?.text).toBe(approvalEmail(ada, link).text);
  expect(await readEmails(folder, 1)).toHaveLength(1);
});

test('emails of the same millisecond do not overwrite each other', async () => {
  const mail = folderMail(folder, () => 0);
  await Promise.all(Array.from({ length: 20 }, () => mail.send(named(declineEmail(ada)))));
  expect(await readEmails(folder)).toHaveLength(20);
});

test('incomplete and foreign files are skipped, and a missing folder has no emails', async () => {
  await writeFile(join(folder, '20261121T093000000Z-ab.part'), '{"to":');
  await writeFile(join(folder, 'readme.txt'), 'x');
  expect(await readEmails(folder)).toEqual([]);
  expect(await readEmails(join(folder, 'none'))).toEqual([]);
});

test('one damaged file does not hide the other emails', async () => {
  await folderMail(folder).send(named(declineEmail(ada)));
  await writeFile(join(folder, '99999999T000000000Z-ab.json'), '{"to":');
  expect(await readEmails(folder)).toHaveLength(1);
});

test.each([
  'ada@example.com\r\nBcc: eve@example.com',
  'ada@example.com, eve@example.com',
  'Ada <ada@example.com>',
  '',
])('an email to %j is not sent', async (to) => {
  const email = named({ ...declineEmail(ada), to });
  await expect(folderMail(folder).send(email)).rejects.toThrow('one bare address');
  expect(await readdir(folder)).toEqual([]);
});

test('a subject with line breaks becomes one line', async () => {
  await folderMail(folder).send(
    named({ ...declineEmail(ada), subject: 'Hello\r\nBcc: eve@example.com\u2028!' }),
  );
  expect((await readEmails(folder))[0]?.subject).toBe('Hello Bcc: eve@example.com !');
});

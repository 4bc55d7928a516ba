import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { withoutSecrets } from '../../../server/replies/ourSecrets.ts';
import { readEmail } from '../../../server/replies/readEmail.ts';
import { emailOf, multipart, partOf } from '../../support/replies/mime.ts';

/** With the characters that rewriters of links encode. */
const token = `a-B_${randomBytes(40).toString('base64url').slice(0, 36)}-_z`;
const hex = randomBytes(20).toString('hex');
const link = `https://jobs.firm.test/api/mail/unsubscribe/${token}`;
const proofpoint = (url: string) =>
  url
    .replace(/[-_:%]/g, (given) => `-${given.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('/', '_');
const encode = encodeURIComponent;
const twice = (url: string) => encode(encode(url));
const base64 = (text: string) => Buffer.from(text).toString('base64url');

const links: [string, string][] = [
  ['as it is', `Unsubscribe:\n${link}`],
  ['that resubscribes', link.replace('unsub', 'resub')],
  ['in angle brackets', `Unsubscribe<${link}>`],
  ['wrapped in a quote', `> Unsubscribe:\n> ${link.slice(0, 58)}\n> ${link.slice(58)}\n> Bye`],
  ['wrapped in its path', `>> ${link.slice(0, 36)}\n>> ${link.slice(36)}`],
  ['wrapped twice', `| ${link.slice(0, 50)}\n| ${link.slice(50, 70)}\n| ${link.slice(70)}`],
  ['with soft breaks', `${link.slice(0, 55)}=\n${link.slice(55)}`],
  [
    'of Outlook’s Safe Links',
    `https://na1.safelinks.protection.outlook.com/?url=${encode(link)}&amp;data=05`,
  ],
  ['checked twice', `https://na1.safelinks.protection.outlook.com/?url=${twice(link)}&data=05`],
  ['of Proofpoint 2', `https://urldefense.proofpoint.com/v2/url?u=${proofpoint(link)}&d=Dw&c=x`],
  ['of Proofpoint 3', `https://urldefense.com/v3/__${link}__;!!Ab3!sig$`],
  ['of Google', `https://www.google.com/url?q=${encode(link)}&source=gmail&ust=1`],
  [
    'of Barracuda',
    `https://linkprotect.cudasvc.com/url?a=${encode(link).toLowerCase().replace(token.toLowerCase(), token)}&c=E`,
  ],
  ['of Sophos', `https://eu.protection.sophos.com?d=firm.test&u=${base64(link)}&p=1`],
  ['of a sign-up', `https://jobs.firm.test/auth/signup?invitation=${token}`],
  ['of a sign-up, checked', encode(`https://jobs.firm.test/auth/signup?invitation=${token}`)],
  [
    'that verifies',
    `https://jobs.firm.test/auth/email-verification?mode=verifyEmail&oobCode=${token}&lang=en`,
  ],
  ['of a calendar', `webcal://jobs.firm.test/api/calendar/${token}.ics`],
];
const addresses: [string, string][] = [
  ['as it is', `EV Jobs <reply+${hex}@in.firm.test> wrote:`],
  ['in upper case', `REPLY+${hex.toUpperCase()}@IN.FIRM.TEST`],
  ['in a link', `mailto:reply%2B${hex}%40in.firm.test`],
  ['wrapped', `> On Monday EV Jobs <reply+${hex.slice(0, 31)}\n> ${hex.slice(31)}@in.firm.test> wrote:`],
  ['whose plus a gateway replaced', `reply-${hex}@in.firm.test`],
];

test.each(links)('a link %s keeps its words and loses its secret', (_, text) => {
  const left = withoutSecrets(`Before. ${text} After.`);
  expect(left).toMatch(/^Before\. [\s\S]*… ?[\s\S]*After\.$/);
  for (const part of [
    token.slice(0, 9),
    token.slice(-9),
    proofpoint(token).slice(-9),
    base64(token).slice(9, 20),
  ])
    expect(left.toLowerCase()).not.toContain(part.toLowerCase());
});

test.each(addresses)('an address for replies %s loses its secret', (_, text) => {
  const left = withoutSecrets(`Before. ${text} After.`);
  expect(left).toMatch(/^Before\. [\s\S]*…[\s\S]*After\.$/);
  expect(left.toLowerCase()).not.toContain(hex.slice(0, 9));
  expect(left.toLowerCase()).not.toContain(hex.slice(-9));
});

test('a link that a program replaced by its own, below the word Unsubscribe, leads nowhere', () => {
  expect(withoutSecrets('Unsubscribe <https://protect.mimecast.test/s/Ab3dE6?domain=firm.test>\nBye')).toBe(
    'Unsubscribe <https://protect.mimecast.test/…>\nBye',
  );
});

test.each([
  'https://jobs.firm.test/jobs/update/q8wErTyUiOpAsDfGhJkL?chat=q8wErTyUiOpAsDfGhJkL',
  `commit ${hex} of the model`,
  'Calendar/2026-11-28-morning-visit, invitation to bid, un/subscribe+now',
  `https://files.test/d/${token}?dl=1`,
  'Use reply+all, B+C and 1+1=2.',
])('what is no secret of ours stays: %s', (text) => {
  expect(withoutSecrets(text)).toBe(text);
});

test('neither the text nor the whole text of an email has them, wherever they stand in it', async () => {
  const text = `Fine.\n\nBut see ${link}\n\nOn Monday EV Jobs <reply+${hex}@in.firm.test> wrote:\n> --- Reply above this line ---\n> Unsubscribe:\n> ${link}`;
  const html = `<p>Fine. <a href="${link}">here</a></p><blockquote type="cite">--- Reply above this line ---<a href="${link}">Unsubscribe</a></blockquote>`;
  for (const part of [
    partOf({ type: 'text/plain; charset=utf-8', body: text, encoding: 'quoted-printable' }),
    partOf({ type: 'text/html; charset=utf-8', body: html, encoding: 'base64' }),
    multipart('mixed', [partOf({ type: 'text/plain', body: text, encoding: '7bit' })]),
  ]) {
    const mail = await readEmail(emailOf({ From: 'clara@ev.test' }, part), ['reply+', 'jobs@ev.test']);
    expect(mail.whole).toContain('Reply above this line');
    for (const secret of [token, hex]) expect(mail.text + mail.whole).not.toContain(secret);
  }
});

test.each([
  'api/mail/unsubscribe/',
  '+aaaaaaaaa',
  'a\n> ',
  'unsubscribe https://a/',
  '0',
  '%25',
  '\n',
  'unsubscribe https://a/a a ',
  '&u=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
])('a megabyte of %j is read in no time', (text) => {
  const began = process.cpuUsage();
  withoutSecrets(text.repeat(Math.ceil(1_000_000 / text.length)));
  const { user, system } = process.cpuUsage(began);
  expect((user + system) / 1000).toBeLessThan(10_000);
});

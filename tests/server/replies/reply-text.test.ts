import { describe, expect, test } from 'vitest';
import { replyMarker } from '../../../server/mail/replyMarker.ts';
import { htmlText, TooComplex } from '../../../server/replies/htmlText.ts';
import { readEmail } from '../../../server/replies/readEmail.ts';
import { cleanText, replyText } from '../../../server/replies/replyText.ts';
import { fixtures } from '../../support/replies/programs.ts';
import { sixty, textOf } from '../../support/replies/sixty.ts';

const ours = ['reply+', 'jobs@ev.test'];
const cut = (text: string) => replyText(cleanText(text), ours);
const words = (text: string) => text.split(/\s+/).filter(Boolean).join(' ');

// None of the 300 was collected: their formats are those of the programs, their texts are ours.
test('of 300 replies in the formats of 100 programs, no word of the sender is lost and no quote of our email is left', async () => {
  const all = fixtures('reply+0@in.ev.test');
  const lost: string[] = [];
  const left: string[] = [];
  for (const { name, email, expected } of all) {
    const { text, whole } = await readEmail(email, ours);
    if (!words(text).includes(words(expected))) lost.push(name);
    if (text.includes('what’s new on Maple Street') || !whole.includes('Maple Street')) left.push(name);
  }
  expect(all.length).toBe(300);
  expect({ lost, left }).toEqual({ lost: [], left: [] });
});

test('of sixty replies as people write them, no word is lost and no quote of our email is left', () => {
  expect(sixty.length).toBe(60);
  for (const reply of sixty) {
    const whole = cleanText(textOf(reply));
    const text = replyText(whole, ours);
    // A mark in front of a line below a marked quote is all that tells it from the quote.
    const isToldApart = reply.place !== 'above' || !/^>/m.test(reply.own);
    expect(isToldApart ? words(text) : words(whole), textOf(reply)).toContain(words(reply.own));
    expect(text).not.toContain('The EV Jobs team');
    expect(text).not.toContain('ev.test');
    expect(text === whole, 'shortened').toBe(reply.place === 'none');
  }
});

const quote = `${replyMarker}\n\nHi Clara,\n\nWhich breaker is it?`.replace(/^/gm, '> ');
const attribution = 'On Tue, Nov 24, 2026 at 9:15 AM EV Jobs <jobs@ev.test> wrote:';

test.each<[string, string, string]>([
  ['answers below the quote', `${attribution}\n${quote}\n\nThe 200 A one.`, 'The 200 A one.'],
  [
    'answers between the lines of the quote',
    `Two answers:\n\n${attribution}\n${quote}\n\nThe 200 A one.\n\n> See page 2.\n\nI did.\n`,
    'Two answers:\n\nThe 200 A one.\n\nI did.',
  ],
  ['the quote alone', `${attribution}\n${quote}`, ''],
  [
    'an introduction of two lines',
    `Fine.\n\nOn Tue, Nov 24, 2026 at 9:15 AM EV\nJobs <jobs@ev.test> wrote:\n${quote}`,
    'Fine.',
  ],
  [
    'a quote of a part of our email',
    `Left.\n\n${attribution}\n> Which one?\n\nAnd two more.`,
    'Left.\n\nAnd two more.',
  ],
  ['a signature below its delimiter', 'Fine.\n\n-- \nClara Client', 'Fine.'],
  [
    'pictures in the text',
    'See here:\n[image: roof.png]\n[cid:image001.png@01DC]\nFine.',
    'See here:\n\nFine.',
  ],
  [
    'emoji that a program writes as pictures',
    'See [image: 👍🏽].\n[image: 5]\n[Bild: ✅]',
    'See 👍🏽.\n\n✅',
  ],
  [
    'pictures that a program describes',
    'Fine.\n[A blue and white logo\n\nAI-generated content may be incorrect.]\n[Roof with snow  Description automatically generated with medium confidence]\n[2x10]',
    'Fine.\n\n[2x10]',
  ],
  ['characters that nobody sees', '\ufeffFi\u200bne.\u00a0\u0007\u202e', 'Fine.'],
])('a reply with %s', (_, text, expected) => {
  expect(cut(text)).toBe(expected);
});

const fields =
  'From: EV Jobs <jobs@ev.test>\nSent: Tuesday, November 24, 2026 9:15 AM\nTo: Clara\nSubject: Roof';
const bare = `${replyMarker}\n\nHi Clara,\n\nWhich breaker is it?`;

test.each([
  [
    'the tip of Exchange',
    "You don't often get email from jobs@ev.test. Learn why this is important<https://aka.ms/LearnAboutSenderIdentification>",
  ],
  [
    'the same as plain text',
    "[You don't often get email from jobs@ev.test. Learn why this is important at https://aka.ms/LearnAboutSenderIdentification ]",
  ],
  [
    'the same of several',
    "Some people who received this message don't often get email from jobs@ev.test. Learn why this is important",
  ],
  [
    'the banner of a gateway',
    'ZjQcmQRYFpfptBannerStart\nThis Message Is From an External Sender\nThis message came from outside your organization.\n    Report Suspicious <https://us-phishalarm-ewt.test/EWT/v1/a>\n \nZjQcmQRYFpfptBannerEnd',
  ],
  [
    'two of them',
    'EXTERNAL\n\nCAUTION: Do not click links.\nDo not open files.\n\nYou don’t often get email from jobs@ev.test.',
  ],
])('a reply to an email above which a server has put %s has nothing of its introduction', (_, note) => {
  expect(cut(`Yes.\n\n${fields}\n\n${note}\n${bare}`)).toBe('Yes.');
  expect(cut(`Yes.\n\n${attribution}\n\n${note}\n\n${bare}`)).toBe('Yes.');
});

test('the list of fields that names a firm without its address is our introduction, and no line of the sender', () => {
  const named = 'From: Baker & Sons\nSent: Tuesday, November 24, 2026 9:15 AM\nTo: Clara\nSubject: Roof';
  const read = (text: string) => replyText(cleanText(text), [...ours, '=baker & sons']);
  for (const due of [
    'Due: Friday',
    'Due: December 4, 2026',
    'Due: 12.04.2026\nScope: Roof',
    'Visit: December 4, 9:30 AM',
  ]) {
    const own = `Yes.\n\nEngineer: Baker & Sons\n${due}`;
    expect(read(`${own}\n\n${named}\n\n${bare}`)).toBe(own);
    expect(read(`${own}\n________________________________\n${named}\n\n${bare}`)).toBe(own);
    expect(read(`${own}\n\n${bare}`)).toBe(own);
  }
  for (const sent of [
    'Tuesday, November 24, 2026 9:15:00 AM',
    'tiistai 24. marraskuuta 2026 9.15',
    '24.11.2026 09:15',
  ])
    expect(read(`Yes.\n\n${named.replace(/(?<=Sent: ).*/, sent)}\n\n${bare}`)).toBe('Yes.');
  // Of another firm, it may be what the sender passes on.
  expect(cut(`Yes.\n\n${named}\n\n${bare}`)).toBe(`Yes.\n\n${named}`);
});

// Reported of trackers as a last line of each answer by Thunderbird, Roundcube, Fastmail and mutt.
test.each([
  'On 11/24/26 9:15 AM, Ames & Sons wrote:',
  'On 2026-11-24 09:15, Ames & Sons wrote:',
  'On Tue, Nov 24, 2026, at 9:15 AM, "Ames & Sons" wrote:',
  'Am 24.11.26 um 09:15 schrieb Ames & Sons:',
  'Le 24/11/2026 à 09:15, Ames & Sons a écrit :',
])('the line that names a firm and the time is our introduction: %s', (line) => {
  const read = (text: string) => replyText(cleanText(text), [...ours, '=ames & sons']);
  for (const quoted of [quote, bare]) {
    expect(read(`Yes.\n\n${line}\n${quoted}`)).toBe('Yes.');
    for (const own of [
      'Ames & Sons:',
      'James & Sons at 9:15 AM:',
      'Ames & Sons come at 9:15 AM.',
      'Bob at 9:15 AM:',
    ])
      expect(read(`Yes.\n\n${own}\n\n${line}\n${quoted}`)).toBe(`Yes.\n\n${own}`);
    expect(cut(`Yes.\n\n${line}\n${quoted}`)).toBe(`Yes.\n\n${line}`);
  }
});

// Yahoo leaves no empty line above its introduction, and people delete the one that others leave.
test.each(['Come at 9:15.', 'Yes.\n\nTomorrow, 8:30 AM', 'Gate code: 4711', 'Panel: B\nBreaker: 200 A'])(
  'words right above the introduction of a quote are the sender’s: %j',
  (own) => {
    for (const quoted of [quote, bare])
      for (const line of [attribution, fields, `${'_'.repeat(32)}\n${fields}`])
        expect(cut(`${own}\n${line}\n${quoted}`)).toBe(own);
  },
);

test.each([
  'On Tue, Nov 24, 2026 at 9:15 AM Ames Solar and Structural Engineering\n(Vermont) LLC <\njobs@ev.test> wrote:',
  'On Tue, Nov 24, 2026 at 9:15 AM Ames Solar and Structural Engineering\n<jobs@ev.test>\nwrote:',
  '24. marraskuuta 2026 klo 9.15 Ames Solar and Structural Engineering\nof Vermont\n<jobs@ev.test> kirjoitti:',
])('an introduction of three lines is no line of the sender: %j', (lines) => {
  for (const quoted of [quote, bare]) expect(cut(`At 9:15.\n\n${lines}\n${quoted}`)).toBe('At 9:15.');
});

test.each([
  'Ames & Sons at 9:15 tomorrow needs:\n- two beams\n\n',
  'Spoke to Ames & Sons at 9:15, their answer:\n',
  'EV Jobs tomorrow needs:\n\n- two beams\n\n',
  'See you at 9:15\nBob\nEV Jobs <jobs@ev.test> wrote:\n',
])('our name or a time above a quote that nothing introduces cuts no words of the sender: %j', (own) => {
  const kept = own.replace(/EV Jobs <.*/, '').trim();
  expect(replyText(`${own}${bare}`, [...ours, '=ames & sons']).startsWith(kept)).toBe(true);
});

test.each([
  'The bank needs it.\nPlease send the bill to jobs@ev.test too.',
  'Do not stamp A1.\n\nMy wife wrote to jobs@ev.test about it.',
  'Emil\njobs@ev.test',
])('our address in the words above a quote is the sender’s: %j', (own) => {
  expect(cut(`${own}\n\n${fields}\n\n${bare}`)).toBe(own);
  expect(cut(`${own}\n________________________________\n${fields}\n\n${bare}`)).toBe(own);
  expect(cut(`${own}\n\n${bare}`)).toBe(own);
});

test.each([
  'Two dashes\n--\nand more',
  'On Monday at 9:15 on 11/23/2026 Bob <bob@roof.test> wrote:\n> the roof is fine.\nIs that so?',
  'Fine.\n\nMit freundlichen Grüßen\nClara Client',
  'Please tell EV Jobs <jobs@ev.test> that\n\nnobody may stamp.',
])('what may be the sender’s own words stays: %s', (text) => {
  expect(cut(text)).toBe(text);
});

describe('an email of HTML alone', () => {
  const emailOf = (html: string, subject = 'Re: Roof') =>
    Buffer.from(
      `From: clara@ev.test\r\nSubject: ${subject}\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}`,
    );
  test.each([
    [
      'Gmail',
      '<div>Fine.</div><div class="gmail_quote">On Monday wrote:<blockquote class="gmail_quote">Old</blockquote></div>',
    ],
    ['Apple', '<p>Fine.</p><blockquote type="cite">Old</blockquote>'],
    [
      'Outlook',
      '<p>Fine.</p><div id="appendonsend"></div><hr><div id="divRplyFwdMsg">From: Bob</div><p>Old</p>',
    ],
  ])('is cut where %s marks its quote, and its whole text has the quote', async (_, html) => {
    const { text, whole } = await readEmail(emailOf(html), ours);
    expect(text).toBe('Fine.');
    expect(whole).toContain('Old');
    const forwarded = await readEmail(emailOf(html, 'Fwd: Roof'), ours);
    expect(forwarded.text).toContain('Old');
  });
});

test('the HTML part is read where the plain part says nothing', async () => {
  const raw = `From: clara@ev.test\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\n[image: meter.jpg]\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>Meter 7 is ours.</p>\r\n--b--`;
  expect((await readEmail(Buffer.from(raw), ours)).text).toBe('Meter 7 is ours.');
});

test('the fields that nobody reads do not reach the parser: addresses of 100 KB in the head and in a hundred parts', async () => {
  const addresses = `Cc: ${'b,'.repeat(50_000)}`;
  const part = `--x\r\nTo: ${'c,'.repeat(50_000)}\r\nContent-Type: text/plain\r\n\r\nWord\r\n`;
  const raw = `From: clara@ev.test\r\n${addresses}\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n${part.repeat(100)}--x--`;
  const began = process.cpuUsage();
  const { text } = await readEmail(Buffer.from(raw), ours);
  const { user, system } = process.cpuUsage(began);
  expect(text).toContain('Word');
  // Parsed as addresses, they took a minute.
  expect((user + system) / 1000).toBeLessThan(20_000);
});

test.each([
  ['colons and times', `${'a 9:15 EV Jobs:\n'.repeat(60_000)}`],
  ['fields', 'From: EV Jobs 9:15\n'.repeat(60_000)],
  ['dashes', '-----\n'.repeat(150_000)],
  ['one long line of dashes', '-'.repeat(1_000_000)],
  ['one long line of words', 'sent from my '.repeat(80_000)],
  ['quotes', '> '.repeat(500_000)],
  ['empty lines', '\n'.repeat(1_000_000)],
  ['addresses', 'Bob <bob@roof.test> 9:15 '.repeat(40_000)],
  ['fields of headers', 'From: Bob <b@roof.test>\nSent: 2026 9:15\n'.repeat(25_000)],
  ['tabs', `${'\t'.repeat(5000)}b\n`.repeat(90)],
  ['a long word below a field', `From: a\n${'x'.repeat(490_000)}`],
  ['an address of dots', `From: a\n<a@${'x.'.repeat(240_000)}`],
  ['two dashes', '--\nab cd\n'.repeat(60_000)],
  ['names', 'Clara\n\n'.repeat(140_000)],
  ['a quote of marks only', `Hi\n${'>'.repeat(700_000)}\nA${'>'.repeat(200_000)}`],
])('a megabyte of %s is read in no time', (_, text) => {
  const began = process.cpuUsage();
  cut(text);
  const { user, system } = process.cpuUsage(began);
  expect((user + system) / 1000).toBeLessThan(10_000);
});

test.each([
  ['elements in elements', '<div>'.repeat(200_000)],
  ['lists in lists', '<ul><li>'.repeat(120_000)],
  ['tables in tables', '<table><tr><td>'.repeat(60_000)],
  ['quotes in quotes', '<blockquote>'.repeat(80_000)],
  ['style sheets without an end', '<style>'.repeat(140_000)],
  ['angle brackets', '<'.repeat(1_000_000)],
])('a megabyte of %s is read in no time', (_, html) => {
  const began = process.cpuUsage();
  try {
    cut(htmlText(html));
  } catch (error) {
    // Its sender is told.
    expect(error).toBeInstanceOf(TooComplex);
  }
  const { user, system } = process.cpuUsage(began);
  expect((user + system) / 1000).toBeLessThan(10_000);
});

test('what somebody wrote below a long style sheet and a picture in its own address is read', () => {
  const style = `<style>${'p { color: red } '.repeat(20_000)}</style>`;
  const picture = `<img src="data:image/png;base64,${'A'.repeat(400_000)}">`;
  expect(cut(htmlText(`<html><head>${style}</head><body><p>${picture}</p><p>Fine.</p></body></html>`))).toBe(
    'Fine.',
  );
});

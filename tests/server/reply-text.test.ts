import EmailReplyParser from 'email-reply-parser';
import { beforeAll, expect, test } from 'vitest';
import { htmlText } from '../../server/replies/htmlText.ts';
import { readEmail } from '../../server/replies/readEmail.ts';
import { replyText } from '../../server/replies/replyText.ts';
import { isAll } from '../support/amount.ts';
import { newJob } from '../support/jobs.ts';
import { fixtures, sender } from '../support/replies/programs.ts';
import { chatOf, replyAddressOf, take, withReplies } from '../support/replies/replyServer.ts';
import { onOneDatabase, type TestServer } from '../support/server.ts';

const context = { ours: ['jobs@ev.test', 'EV Jobs'], senderName: sender.name };
const cut = (text: string) => replyText(text, context);

onOneDatabase('a reply as a mail program writes it', (start) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await start(withReplies);
  });

  test(`is posted without quote and signature, in each of 100 programs’ formats`, async () => {
    const { jobId } = await newJob(server);
    const to = await replyAddressOf(server, 'client', jobId);
    // The next test reads every text of each.
    const all = fixtures(to).filter((_, index) => isAll || index % 3 === Math.floor(index / 3) % 3);
    const before = await chatOf(server, jobId);
    for (const { name, email } of all) expect(await take(server, email), name).toEqual({ outcome: 'posted' });
    const posted = (await chatOf(server, jobId)).slice(before.length);
    expect(posted.map(({ content }, index) => [all[index]?.name, content])).toEqual(
      all.map(({ name, expected }) => [name, expected]),
    );
  });
});

test('300 replies are read right; email-reply-parser, which knows the words of some languages, reads fewer of them', async () => {
  const all = fixtures('reply+0@in.ev.test');
  const right = { ours: 0, parser: 0 };
  for (const { email, expected } of all) {
    const { text, html } = await readEmail(email);
    const plain = text.trim() === '' ? htmlText(html) : text;
    if (cut(plain) === expected) right.ours += 1;
    if (new EmailReplyParser().parseReply(plain).trim() === expected) right.parser += 1;
  }
  expect(all.length).toBe(300);
  expect(right.ours).toBe(300);
  expect(right.parser).toBeLessThan(all.length / 2);
});

const asked = '> Which breaker is it?';
const ourEmail = `EV Jobs\n\nHi Clara,\n\nHere’s what’s new on Maple Street (EV-17):\n\nEmil E. wrote:\n${asked}`;
const attribution = 'On Tue, Nov 24, 2026 at 9:15 AM EV Jobs <jobs@ev.test> wrote:';
const quote = ourEmail.replace(/^/gm, '> ');

test.each<[string, string, string]>([
  ['answers below the quote', `${attribution}\n${quote}\n\nThe 200 A one.`, 'The 200 A one.'],
  [
    'answers between the lines of the quote',
    `Two answers:\n\n${attribution}\n${quote}\n\nThe 200 A one.\n\n> See page 2.\n\nI did.\n`,
    'Two answers:\n\nThe 200 A one.\n\nI did.',
  ],
  [
    'a thread of three levels',
    `Fine.\n\n${attribution}\n> Thanks.\n>\n> On Mon, Nov 23, 2026 at 8:00 AM Clara Client <clara@ev.test> wrote:\n>> Hello\n>>\n>> ${attribution}\n${quote.replace(/^/gm, '>> ')}`,
    'Fine.',
  ],
  ['an introduction without its quote', `Fine.\n\n${attribution}\n`, 'Fine.'],
  ['a quote without an introduction', `Fine.\n\n${ourEmail.replace('EV Jobs\n\n', '')}`, 'Fine.'],
  ['no quote', 'Fine.\n', 'Fine.'],
  ['the quote alone', `${attribution}\n${quote}`, ''],
  ['a signature below two dashes', 'Fine.\n\n-- \nClara Client\nSolar Roofs', 'Fine.'],
  ['a closing and a name', 'Fine.\n\nMit freundlichen Grüßen\nClara Client\nSolar Roofs GmbH', 'Fine.'],
  ['a name alone', 'Fine.\n\nClara', 'Fine.'],
  ['words of thanks', 'Fine.\n\nThanks!', 'Fine.\n\nThanks!'],
  [
    'a sentence behind a closing',
    'Fine.\n\nThanks,\nplease call me at 9:15 about the north roof and its two vents.',
    'Fine.\n\nThanks,\nplease call me at 9:15 about the north roof and its two vents.',
  ],
  [
    'a sentence about us with a time and a colon',
    'EV Jobs said on 24 Nov 2026 at 9:15:\nthe roof is fine.\nIs that so?',
    'EV Jobs said on 24 Nov 2026 at 9:15:\nthe roof is fine.\nIs that so?',
  ],
  [
    'three lines that look like fields',
    'From: 9:15 AM\nTo: 10:30 AM\nWhere: the north roof',
    'From: 9:15 AM\nTo: 10:30 AM\nWhere: the north roof',
  ],
  [
    'pictures in the text',
    'See here:\n[image: roof.png]\n[cid:image001.png@01DC]\nFine.',
    'See here:\n\n\nFine.'.replace('\n\n\n', '\n\n'),
  ],
  ['a reaction', '👍\n\nClara Client reacted via Gmail <https://www.google.com/gmail/about/>\n', '👍'],
  ['characters that nobody sees', '\ufeffFi\u200bne.\u00a0\u0007', 'Fine.'],
])('a reply with %s', (_, text, expected) => {
  expect(cut(text)).toBe(expected);
});

test.each([
  ['colons and times', `${'a 9:15 EV Jobs:\n'.repeat(60_000)}`],
  ['fields', 'From: EV Jobs 9:15\n'.repeat(60_000)],
  ['dashes', '-----\n'.repeat(150_000)],
  ['one long line of dashes', '-'.repeat(1_000_000)],
  ['one long line of words', 'sent from my '.repeat(80_000)],
  ['quotes', '> '.repeat(500_000)],
  ['empty lines', '\n'.repeat(1_000_000)],
])('a megabyte of %s is read in no time', (_, text) => {
  const began = process.cpuUsage();
  cut(text);
  const { user, system } = process.cpuUsage(began);
  expect((user + system) / 1000).toBeLessThan(2000);
});

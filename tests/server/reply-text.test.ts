import EmailReplyParser from 'email-reply-parser';
import { beforeAll, describe, expect, test } from 'vitest';
import { htmlText } from '../../server/replies/htmlText.ts';
import { readEmail } from '../../server/replies/readEmail.ts';
import { replyText } from '../../server/replies/replyText.ts';
import { isAll } from '../support/amount.ts';
import { newJob } from '../support/jobs.ts';
import { fixtures, sender } from '../support/replies/programs.ts';
import { chatOf, replyAddressOf, take, withReplies } from '../support/replies/replyServer.ts';
import { onOneDatabase, type TestServer } from '../support/server.ts';

const context = { ours: ['jobs@ev.test', 'EV Jobs'], senderNames: [sender.name] };
const cut = (text: string, isForward = false) => replyText(text, { ...context, isForward });

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

// None of the 300 was collected: their formats are those of the programs, their texts are ours.
test('300 replies that we wrote in the formats of 100 programs are read right; email-reply-parser, which knows the words of some languages, reads fewer of them', async () => {
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
  ['characters that nobody sees', '\ufeffFi\u200bne.\u00a0\u0007\u202e', 'Fine.'],
  ['thanks and a name, which is all that it says', 'Thank you!\n\nClara', 'Thank you!'],
  ['a signature below two dashes and a space', 'Fine.\n\n-- \nThe north roof team', 'Fine.'],
  ['a signature below a long dash', '🎉\n\n—\nClara Client\nclara@ev.test', '🎉'],
  ['the line of a program with a common name', 'Fine.\n\nSent with Spark for iOS', 'Fine.'],
  ['a closing alone at its end', 'Fine.\n\nFreundliche Grüsse', 'Fine.'],
  ['a name behind a dash', 'Fine.\n\n– Clara', 'Fine.'],
])('a reply with %s', (_, text, expected) => {
  expect(cut(text)).toBe(expected);
});

describe('what the sender wrote stays:', () => {
  test.each<[string, string]>([
    ['titles between dashes', 'Two parts.\n\n--- North roof ---\n12 ft\n\n--- South roof ---\n9 ft, 9:15 AM'],
    ['two dashes between two parts', 'North: 12 ft\n--\nSouth: 9 ft\n--\nWest: none'],
    ['a drawn table', '| roof | height |\n| north | 12 ft |'],
    ['how something was sent', 'Done.\n\nSent via UPS, tracking 1Z999AA10123456784'],
    ['how a letter was sent', 'Done.\nSent by certified mail'],
    ['how a letter was sent, in German', 'Erledigt.\nGesendet mit DHL Express'],
    ['where something was sent from', 'Done.\n\nSent from my desk, which beats the phone.'],
    ['a program in a sentence', 'Outlook with a reply'],
    ['where something lies', 'Done.\n\nSent from the front desk'],
    ['how fast something was sent', 'Done.\n\nSent by the fast courier, in the blue tube'],
    ['what somebody sent', 'Done.\n\nSent with the cell drawings'],
    ['a few words behind thanks', 'Hi Emil,\nThank you!\n200 A breaker'],
    ['one word behind thanks', 'Hi\n\nThanks!\n\nApproved'],
    ['what follows a name', 'Yes.\n\nClara\n\nuse the breaker on the left'],
    ['a visit with fields', 'From: 9:15 AM\nTo: 10:30 AM\nDate: Nov 24, 2026\nContact: bob@ev.test'],
    [
      'a list of fields',
      'Date: Wednesday 3, October 2026\nTime: 7 : 00am\nAddress: 1 Maple Street\n\nBring your ID.',
    ],
    [
      'a sentence with an address and a colon',
      'Please ask Bob (bob@ev.test) by Nov 24, 2026 for:\n- the plan\n- the label',
    ],
    ['a sentence that says who wrote', 'On Monday at 9:15 Bob wrote:\nthe roof is fine.\nIs that so?'],
    ['commas and "On"', 'On the other hand, we measured at 9:15.\nOn average: 12 ft.'],
    ['a listing', '$ ls -l\n-rw------- 1 http 62 Feb 15 12:45 plan\n-rw------- 1 http 0 Feb 15 10:18 photo'],
    ['rules of dashes', '## Roof\n----\n\n1. north\n\n====\n\nThe lines above are mine.'],
    ['a line above a quote of one line', 'C’est bien !\nMerci.'],
  ])('%s', (_, text) => {
    expect(cut(text)).toBe(text);
  });
});

/** What programs write above a quote of anybody’s, as replies that were collected elsewhere show it: the quote may not name us. */
describe('a quote of somebody else is cut below', () => {
  const below = 'The old words.\n\nMore of them.';
  test.each<[string, string, string?]>([
    [
      'a date, a name and an address',
      'On Mon, Feb 2, 2026 at 4:58 AM -0800, "Bob Roof" <bob@roof.test> wrote:',
    ],
    ['a date and a name', 'On Wed, Sep 23, 2026, at 03:57 PM, bob_roof wrote:'],
    ['a name, an address and a verb', 'Bob Roof via Plans <bob@roof.test> wrote:'],
    ['an address and a verb', 'bob@roof.test wrote:'],
    ['three lines of Gmail', 'Le 4 janv. 2026 19:03, "Bob Roof"\n<bob@roof.test>\na écrit :'],
    ['four lines of a phone', 'On Nov 21, 2026,\nat 10:18,\nBob Roof\n<bob@roof.test> wrote:'],
    ['two lines of Gmail in German', 'Bob Dach <bob@roof.test> schrieb am Fr., 27.\nNov. 2026 um 11:53 Uhr:'],
    [
      'Norwegian of Outlook on iOS',
      'Den 15. jun. 2026 kl. 20.42 skrev Bob <bob@roof.test<mailto:bob@roof.test>>:',
    ],
    ['Arabic of an iPhone', 'في الخميس، ١٣ يونيو 2026، 6:30 م Bob <bob@roof.test> كتب:'],
    ['Romanian without our words', 'mar., 5 mai 2026, 07:09 Bob Acoperiș <bob@roof.test> a scris:'],
    ['Polish of WP', 'W dniu 2026-01-20 21:31:20 użytkownik Bob Dach bob@roof.test napisał:'],
    ['Zoho', '---- On Tue, 24 Feb 2026 14:02:50 +0530 bob@roof.test wrote ----'],
    ['Zoho without dashes', 'On Wed, 14 Nov 2026 08:14:43 -0200 Bob Roof <bob@roof.test> wrote'],
    ['Zimbra', '- Le 2026-04-09 23:25, Bob Toit a écrit :'],
    ['Yahoo of before', '--- On Sat, 4/4/26, bob@roof.test <bob@roof.test> wrote:'],
    ['older Gmail', '2026-03-03 17:21 GMT+01:00 Bob Roof <bob@roof.test>'],
    ['Japanese', '2026年1月1日(木) 9:00 田中太郎 <taro@roof.test>:'],
    ['a title alone', '*-------- Original Message --------*'],
    [
      'a title with a dash in it',
      '-----Original-Nachricht-----\nVon: Bob\nBetreff: Dach\nDatum: 21.06.2026, 10:47 Uhr\nAn:',
    ],
    [
      'a title and the first field on one line',
      '-------- Ursprüngliche Nachricht --------Von: Bob  Datum: 07.08.26  18:46  (GMT+01:00) An: Betreff: Dach',
    ],
    [
      'fields of Outlook with an address',
      'From: Bob Roof [mailto:bob@roof.test]\nSent: Monday, November 23, 2026 10:48 AM\nTo: Client, Clara\nSubject: Roof',
    ],
    [
      'fields of Windows Mail without an address',
      'From: Bob\nSent: April 9, 2026 2:02 PM\nTo: clara\nSubject: Re: Roof',
    ],
    [
      'fields of Outlook in bold',
      ' ------------------------------\n\n*From:* Bob\n*Sent:* 2026-01-27\n*To:* Clara\n*Subject:* Roof',
    ],
    [
      'fields below a rule',
      '________________________________________\nFrom: Bob <bob@roof.test.\nSent: Thursday, 29 January 2026 8:16 p.m.\nTo: Clara\nSubject: (no subject)',
    ],
    [
      'fields of an Italian webmail',
      'Da: Bob\nRisposta: Clara / Tetto\nData: giovedì 8 ottobre 2026 15:26\nA: Clara\nOggetto: Tetto',
    ],
    [
      'fields without a space',
      'De : Bob Toit<mailto:bob@roof.test>\nEnvoyé le :jeudi 15 décembre 2026 09:35\nÀ : clara@ev.test\nObjet :Le toit',
    ],
    [
      'indented fields of Yahoo',
      '      De : Bob Toit <bob@roof.test>\n À : clara <clara@ev.test>\n Envoyé le : Mercredi 25 novembre 2026 10h30\n Objet : Re: Toit',
    ],
    [
      'fields of Outlook in Swedish',
      'Från: Bob Tak [mailto:bob@roof.test]\nSkickat: den 5 juni 2026 12:22\nTill: clara@ev.test\nÄmne: Taket',
    ],
    [
      'fields with a subject of two lines',
      'From: Bob <bob@roof.test>\nDate: Thu, Jan 29, 2026 at 4:00 PM\nSubject: A subject that\nspans two lines\nTo: clara@ev.test',
    ],
    [
      'fields that begin with To',
      'To: clara@ev.test\nFrom: bob@roof.test\nSubject: Re: Roof\nDate: Thu, 19 Feb 2026 15:47:31 -0800',
    ],
    [
      'fields with a line between them',
      '*Van:* Bob [mailto:bob@roof.test]\n\n*Verzonden:* donderdag 5 februari 2026 13:36\n\n*Onderwerp:* Dak',
    ],
    [
      'a line of a phone',
      'Sent from Outlook Mobile<https://mail.test>\n\nOn Sat, Feb 7, 2026 at 12:12 AM -0800, "Bob" <bob@roof.test<mailto:bob@roof.test>> wrote:',
    ],
    [
      'a line of an unknown program with its address',
      'Sent from RoofMail<http://www.roofmail.test/?r=1>\nOn Jun 17, 2026, at 14:15, Bob <bob@roof.test> wrote:',
    ],
    [
      'a line of Windows',
      'Sent from Mail for Windows 10\n\nFrom: Bob\nSent: 10 July 2026 09:46\nSubject: Roof',
    ],
  ])('%s', (_, start) => {
    expect(cut(`The new words.\n\n${start}\n\n${below}`)).toBe('The new words.');
  });

  test.each<[string, string, string]>([
    [
      'marks, and what is written under them stays',
      'On Mon, 2026-03-02 at 18:02 +0530, Bob wrote:\n> Which one?\n\nThe left.',
      'The left.',
    ],
    ['bars of older programs', '2026/7/20 Bob via Plans <bob@roof.test>\n\n| Which one?\n|\n| Bob\n', ''],
    ['marks without a space', 'Bob <bob@roof.test> schrieb:\n>Welche?\n>', ''],
    [
      'a line of two without an empty one above',
      'Le 4 janv. 2026 19:03, "Bob"\n<bob@roof.test>\na écrit :\n\n> Quoi ?',
      '',
    ],
  ])('%s', (_, quote, expected) => {
    expect(cut(`The new words.\n${quote}`)).toBe(`The new words.${expected === '' ? '' : `\n\n${expected}`}`);
  });
});

test('an email that is passed on keeps what it passes on, and not what was ours', () => {
  const header =
    'From: Utility <plans@utility.test>\nDate: Mon, Nov 23, 2026 at 3:00 PM\nSubject: Meter\nTo: <clara@ev.test>';
  const forwarded = `See below.\n\n---------- Forwarded message ---------\n${header}\n\nMeter 5 is approved.`;
  expect(cut(forwarded, true)).toBe(forwarded);
  expect(cut(forwarded)).toBe('See below.');
  expect(
    cut(
      `See below.\n\n---------- Forwarded message ---------\n${header.replace('Utility <plans@utility.test>', 'EV Jobs <jobs@ev.test>')}\n\n${ourEmail}`,
      true,
    ),
  ).toBe('See below.');
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
  expect((user + system) / 1000).toBeLessThan(2000);
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
  cut(htmlText(html));
  const { user, system } = process.cpuUsage(began);
  expect((user + system) / 1000).toBeLessThan(2000);
});

test('what somebody wrote below a long style sheet and a picture in its own address is read', () => {
  const style = `<style>${'p { color: red } '.repeat(20_000)}</style>`;
  const picture = `<img src="data:image/png;base64,${'A'.repeat(400_000)}">`;
  expect(cut(htmlText(`<html><head>${style}</head><body><p>${picture}</p><p>Fine.</p></body></html>`))).toBe(
    'Fine.',
  );
});

import { expect, test } from 'vitest';
import { isAdvertisement } from '../../../server/replies/advertisement.ts';
import { readInProcess } from '../../../server/replies/emailReader.ts';
import { htmlText } from '../../../server/replies/htmlText.ts';
import { readEmail } from '../../../server/replies/readEmail.ts';
import { cleanText } from '../../../server/replies/replyText.ts';
import { type Encoding, emailOf, multipart, partOf } from '../../support/replies/mime.ts';
import { runInsteadOfNode, scriptThatKills } from '../../support/replies/noRoom.ts';

const ours = ['reply+', 'jobs@ev.test'];
const text = (body: string, headers = {}, encoding: Encoding = '8bit') =>
  partOf({ type: 'text/plain; charset=utf-8', body, encoding, headers });
const html = (body: string, headers = {}) =>
  partOf({ type: 'text/html; charset=utf-8', body, encoding: 'quoted-printable', headers });
const pdf = partOf({
  type: 'application/pdf; name="Plan.pdf"',
  body: '%PDF-1.4 plan',
  encoding: 'base64',
  headers: { 'Content-Disposition': 'attachment; filename="Plan.pdf"' },
});
const made = (name: string) => ({ 'Content-Disposition': `attachment; filename="${name}"` });
const named = (name: string, body: string) =>
  partOf({ type: `text/plain; charset=utf-8; name="${name}"`, body, encoding: 'base64' });
const photo = partOf({ type: 'image/jpeg; name="Roof.jpg"', body: 'pixels', encoding: 'base64' });
const read = async (part: Buffer, subject = 'Re: Job') => {
  const mail = await readEmail(emailOf({ From: 'clara@ev.test', Subject: subject }, part), ours);
  return { text: mail.text, whole: mail.whole, files: mail.files.map(({ fileName }) => fileName) };
};
const shown = (markup: string) => cleanText(htmlText(markup));

test.each([
  ['<p>Yes <img alt="✅" src="https://mail.test/1.png"></p>', 'Yes ✅'],
  ['<div><img class="emoji" alt="👍🏽"></div>', '👍🏽'],
  ['<img alt="👨‍👩‍👧"><img alt="🇺🇸"><img alt="1️⃣"><img alt="☀">', '👨‍👩‍👧🇺🇸1️⃣☀'],
  ['Yes<img alt="5"><img alt="Logo ✅"><img>', 'Yes'],
])('the emoji that a program shows as a picture is read: %s', (markup, words) => {
  expect(shown(markup)).toBe(words);
});

test.each([
  ['<div style="white-space: pre-wrap">Gate: 4711\nDog: no</div>Bye', 'Gate: 4711\nDog: no\nBye'],
  [
    '<p>So: <span style="color:red;white-space:pre-line">12 A\r\n20 A</span></p><p>Two</p>',
    'So: 12 A\n20 A\nTwo',
  ],
  ['<div style="white-space:pre">Use <s>A1</s>\n<b>A2\nA3</b></div>', 'Use [struck out: A1]\nA2\nA3'],
  ['<p style="white-space:nowrap">12 A\n20 A</p>', '12 A 20 A'],
])('lines that a style keeps are lines: %j', (markup, lines) => {
  expect(shown(markup)).toBe(lines);
});

test.each<[string, Buffer, string, string[]]>([
  [
    'HTML, then a text',
    multipart('mixed', [html('<p>Use A2.</p>'), text('Scanned.')]),
    'Use A2.\n\nScanned.',
    [],
  ],
  [
    'a text, then HTML',
    multipart('mixed', [text('Use A2.'), html('<p>Not A1.</p>')]),
    'Use A2.\n\nNot A1.',
    [],
  ],
  [
    'a text, a file, HTML, a text',
    multipart('mixed', [text('One.'), pdf, html('<b>Two.</b>'), text('Three.')]),
    'One.\n\nTwo.\n\nThree.',
    ['Plan.pdf'],
  ],
  [
    'alternatives, of which one has the file and what is below it',
    multipart('alternative', [
      text('See the plan.\n\nAnd the roof.'),
      multipart('mixed', [html('See the plan.'), pdf, html('And the roof.')]),
    ]),
    'See the plan.\n\nAnd the roof.',
    ['Plan.pdf'],
  ],
  [
    'alternatives and a text that a gateway added',
    multipart('mixed', [multipart('alternative', [text('Yes.'), html('<p>Yes.</p>')]), text('Checked.')]),
    'Yes.\n\nChecked.',
    [],
  ],
  [
    'words below a file that Exchange made a file',
    multipart('mixed', [text('Above.'), pdf, text('Below.', made('ATT00017.txt'), 'base64')]),
    'Above.\n\nBelow.',
    ['Plan.pdf'],
  ],
  [
    'the same of HTML',
    multipart('mixed', [html('Above.'), pdf, html('<div>Below.</div>', made('ATT00001.htm'))]),
    'Above.\n\nBelow.',
    ['Plan.pdf'],
  ],
  [
    'a file of text with a name',
    multipart('mixed', [text('See it.'), text('1 2', made('Loads.txt'))]),
    'See it.',
    ['Loads.txt'],
  ],
  [
    'a file of text with a name, which only its type says',
    multipart('mixed', [text('See it.'), named('Loads.txt', '1 2'), text('Thanks.')]),
    'See it.\n\nThanks.',
    ['Loads.txt'],
  ],
  [
    'the same above the words',
    multipart('mixed', [named('Loads.txt', '1 2'), html('<p>See it.</p>')]),
    'See it.',
    ['Loads.txt'],
  ],
  [
    'a named text and a photo, as phones send a text message',
    multipart('mixed', [photo, named('message.txt', 'On my way.')]),
    'On my way.',
    ['Roof.jpg'],
  ],
  [
    'a text that a phone company named, below its own words',
    multipart('mixed', [html('<p>Sent by phone.</p>'), named('text_0.txt', 'On my way.')]),
    'Sent by phone.\n\nOn my way.',
    [],
  ],
  [
    'the same with a name of another company',
    multipart('mixed', [html('<p>Sent by phone.</p>'), named('TEXT95952701533.txt', 'On my way.')]),
    'Sent by phone.\n\nOn my way.',
    [],
  ],
  [
    'a named text beside HTML that has no words',
    multipart('mixed', [
      html('<style>p { color: red }</style><p>&nbsp;</p>'),
      named('body.txt', 'On my way.'),
    ]),
    'On my way.',
    [],
  ],
  [
    'an alternative with a name and its picture',
    multipart('alternative', [
      text('See HTML.'),
      multipart('related', [
        partOf({
          type: 'text/html; charset=utf-8; name="HTML.htm"',
          body: '<p>Please do not stamp.</p>',
          encoding: '8bit',
        }),
        photo,
      ]),
    ]),
    'Please do not stamp.',
    ['Roof.jpg'],
  ],
  [
    'alternatives that have names',
    multipart('alternative', [
      text('Yes.'),
      partOf({
        type: 'text/html; charset=utf-8; name="body.html"',
        body: '<p>Yes, A2.</p>',
        encoding: '8bit',
      }),
    ]),
    'Yes, A2.',
    [],
  ],
  [
    'a PDF alone that a scanner calls a text',
    multipart('mixed', [named('Scan.PDF', '%PDF-1.4 scan')]),
    '',
    ['Scan.PDF'],
  ],
  [
    'the same with a name that programs make up',
    multipart('mixed', [text('See it.'), named('Untitled.pdf', '%PDF-1.4 scan')]),
    'See it.',
    ['Untitled.pdf'],
  ],
  [
    'a file from a Mac, with what a Mac alone knows of it',
    multipart('mixed', [
      text('See it.'),
      multipart('appledouble', [
        partOf({ type: 'application/applefile; name="Plan.pdf"', body: 'icon', encoding: 'base64' }),
        pdf,
      ]),
    ]),
    'See it.',
    ['Plan.pdf'],
  ],
  [
    'a multipart without a boundary',
    Buffer.from('Content-Type: multipart/mixed\r\n\r\nJust words.\r\n'),
    'Just words.',
    [],
  ],
  ...['text', 'html', 'text/enriched', 'text/markdown'].map((type): [string, Buffer, string, string[]] => [
    `a text whose type is “${type}”`,
    Buffer.from(`Content-Type: ${type}\r\n\r\nGate code 4711.\r\n`),
    'Gate code 4711.',
    [],
  ]),
  [
    'a text in another form that few programs know',
    multipart('alternative', [
      text('I come at 10.'),
      partOf({ type: 'text/enriched', body: '<bold>I come at 10.</bold>', encoding: '7bit' }),
    ]),
    'I come at 10.',
    [],
  ],
  [
    'an answer to a meeting',
    multipart('alternative', [
      text('I come at 10.'),
      partOf({ type: 'text/calendar; method=REPLY', body: 'BEGIN:VCALENDAR', encoding: '7bit' }),
    ]),
    'I come at 10.',
    [],
  ],
  [
    'a reaction',
    multipart('alternative', [
      text('🎉\n\nClara reacted via Gmail <https://mail.test/about>'),
      partOf({ type: 'text/vnd.google.email-reaction+json', body: '{"emoji":"🎉"}', encoding: '8bit' }),
      html('<p>🎉</p><p>Clara reacted via <a href="https://mail.test/about">Gmail</a></p>'),
    ]),
    '🎉',
    [],
  ],
])('an email of %s loses no word and no file, in their order', async (_, part, expected, files) => {
  const mail = await read(part);
  expect(mail.text).toBe(expected);
  expect(mail.files.filter((name) => name !== '')).toEqual(files);
});

test.each([
  [
    'what is struck',
    'Anchor <strike>A307</strike> A325, <span style="text-decoration-line:line-through">do not</span> weld',
    'Anchor [struck out: A307] A325, [struck out: do not] weld',
  ],
  [
    'a struck line',
    '<p style="text-decoration: line-through">Cancel it.</p><p>Go on.</p>',
    '[struck out: Cancel it.]\nGo on.',
  ],
  [
    'what is struck twice, once',
    '<s><span style="text-decoration:line-through">9</span></s> 8',
    '[struck out: 9] 8',
  ],
  [
    'fractions',
    '7<sup>3</sup>/<sub>8</sub>", 2 <sup>1</sup>&frasl;<sub>4</sub>, 3<sup>5/8</sup>, <sup>1</sup>/2 in.',
    '7 3/8", 2 1/4, 3 5/8, 1/2 in.',
  ],
  [
    'powers',
    '10<sup>-3</sup> m<sup>2</sup>, 2<span style="vertical-align:super">n+1</span>, 1<sup>st</sup>',
    '10^-3 m^2, 2^(n+1), 1st',
  ],
  ['what is lowered', 'f<sub>c</sub> H<sub>2</sub>O, 10<sub>2</sub>', 'fc H2O, 10_2'],
  [
    'a table',
    '<table><thead><tr><th>Beam</th><th>Span</th></tr></thead><tbody><tr><td><p>B1</p></td><td><p>14</p></td></tr><tr><td></td><td>9</td></tr></tbody></table>',
    'Beam\tSpan\nB1\t14\n\t9',
  ],
  [
    'merged cells',
    '<table><tr><th>Beam</th><th>Span</th><th>Load</th></tr><tr><td rowspan="2">B1</td><td>14</td><td>40</td></tr><tr><td>9</td><td>55</td></tr><tr><td colspan="2">Total</td><td>95</td></tr></table>',
    'Beam\tSpan\tLoad\nB1\t14\t40\n\t9\t55\nTotal\t\t95',
  ],
  [
    'cells of two lines',
    '<table><tr><td>B1</td><td>14 ft<br>clear</td></tr><tr><td>B2</td><td>9 ft</td></tr></table>',
    'B1\t14 ft clear\nB2\t9 ft',
  ],
  [
    'a layout',
    '<table><tr><td><img src="x"></td><td>Ann<br>Roof Co<br>12 Elm<br>VT</td></tr></table>',
    'Ann\nRoof Co\n12 Elm\nVT',
  ],
  [
    'a table in a layout',
    '<table><tr><td>Hi<table><tr><td>1</td><td>2</td></tr></table></td></tr></table>',
    'Hi\n1\t2',
  ],
  ['lists', '<ol start="4"><li>d<li>e</ol><ul><li>f</ul>', ' 4. d\n 5. e\n\n- f'],
  [
    'words on lines of their own',
    'See<center>Gate</center><dl><dt>Code<dd>4471<dt>Lot<dd>9</dl><address>12 Elm</address>VT<select><option>Roof<option>Wall</select>',
    'See\nGate\nCode\n4471\nLot\n9\n12 Elm\nVT\nRoof\nWall',
  ],
  ['a telephone', 'Call <a href="tel:+16035550199">603 555 0199</a>', 'Call 603 555 0199'],
])('HTML keeps its meaning: %s', (_, markup, expected) => {
  expect(shown(markup)).toBe(expected);
});

test.each([
  ['strikes a word', 'Stamp A1 A2', 'Stamp <s>A1</s> A2', 'Stamp [struck out: A1] A2'],
  ['has a fraction', 'gap 51/2', 'gap 5<sup>1</sup>/<sub>2</sub>', 'gap 5 1/2'],
  ['has a table', 'B1\n14\nB2\n9', '<table><tr><td>B1<td>14<tr><td>B2<td>9</table>', 'B1\t14\nB2\t9'],
  [
    'has a merged cell',
    'B1\t14\t40\nAll\t80',
    '<table><tr><td>B1<td>14<td>40<tr><td colspan=2>All<td>80</table>',
    'B1\t14\t40\nAll\t\t80',
  ],
  [
    'has a merged cell at the left',
    'B1\t14\t40\n9\t55',
    '<table><tr><td rowspan=2>B1<td>14<td>40<tr><td>9<td>55</table>',
    'B1\t14\t40\n\t9\t55',
  ],
  ['has words that it lacks', 'Yes.', '<p>Yes.</p><p>Not before May.</p>', 'Yes.\nNot before May.'],
  [
    'has a link that it lacks',
    'See here',
    'See <a href="https://plans.test/7">here</a>',
    'See here <https://plans.test/7>',
  ],
])('of two forms, the HTML is read where it %s', async (_, plain, markup, expected) => {
  expect((await read(multipart('alternative', [text(plain), html(markup)]))).text).toBe(expected);
});

test('of two forms, the plain one is read where both say the same, and what only it says is in the whole text', async () => {
  const same = multipart('alternative', [text('* one\n* two'), html('<ul><li>one<li>two</ul>')]);
  expect((await read(same)).text).toBe('* one\n* two');
  const stub = multipart('alternative', [text('Your program shows no HTML.'), html('<p>Use rails.</p>')]);
  const { text: own, whole } = await read(stub);
  expect(own).toBe('Use rails.');
  expect(whole).toBe('Use rails.\n\nYour program shows no HTML.');
});

const intro = 'On Fri, Nov 27, 2026 at 8:00 AM EV Jobs <jobs@ev.test> wrote:';
const notice =
  '--- Reply above this line ---\n\nHi Clara,\n\nUnsubscribe:\nhttps://jobs.ev.test/api/mail/unsubscribe/abcdefghijklmnop';
const quote = notice.replace(/^/gm, '> ');

test.each([
  [
    'below signature and quote',
    `First.\n\n-- \nClara\nRoofs\n\n${intro}\n${quote}\n\nSecond.\nThird.`,
    'First.\n\nSecond.\nThird.',
  ],
  [
    'with marks, below our email',
    `${intro}\n${quote}\n\nLoads:\n> 40 psf\nUse these.`,
    'Loads:\n> 40 psf\nUse these.',
  ],
  ['between quotes, and signed', `${intro}\n${quote}\n\nSecond.\n\n-- \nClara`, 'Second.'],
  [
    'below a quote without marks',
    `First.\n-- \nClara\n\nFrom: EV Jobs <jobs@ev.test>\n\n${notice}\n\nSecond.`,
    'First.\n\nSecond.',
  ],
  [
    'below two quotes of our words',
    `One.\n-- \nClara\n\n${intro}\n> Which?\n\nTwo.\n\n${intro}\n> When?\n\nThree.`,
    'One.\n\nTwo.\n\nThree.',
  ],
])('an answer %s is shown', async (_, body, expected) => {
  expect((await read(text(body))).text).toBe(expected);
});

test.each([
  'Get Outlook for iOS<https://aka.ms/o0ukef>',
  'Get Outlook for Mac',
  'Outlook für Android<https://aka.ms/AAb9ysg> beziehen',
  'Sent from Mail<https://go.test/fwlink/?LinkId=550986> for Windows',
  'Sent from Mail<https://go.test/fwlink/?LinkId=550986> for Windows 10',
  'Télécharger Outlook pour Android<https://aka.ms/AAb9ysg>',
  'Sent from my iPhone',
  'Sent from my iPad Pro',
  'Sent from my Galaxy',
  'Sent from my T-Mobile 5G Device',
  'Sent from Samsung Galaxy S23',
  'Sent from my Verizon, Samsung Galaxy smartphone',
  'Sent from Mail for Windows 11',
  'Sent from Yahoo Mail on Android <https://mail.test/yahoo>',
  'Sent with Proton Mail secure email.',
  'Sent with [Proton Mail](https://proton.me/mail/home) secure email.',
  'Sent from [Proton Mail](https://proton.me/mail/home) for iOS.',
  'Sent via Superhuman iOS ( https://sprh.test )',
  'Sent from the all new AOL app for Android',
  'Von meinem iPhone gesendet',
  'Envoyé de mon iPad',
  'iPhoneから送信',
])('what a program says of itself is left out, unless nothing else is there: %s', async (line) => {
  expect(isAdvertisement(line)).toBe(true);
  expect((await read(text(`Go.\n\n${line}\n\n${intro}\n${quote}`))).text).toBe('Go.');
  expect((await read(text(`${line}\n\n${intro}\n${quote}`))).text).toBe(line);
});

test.each([
  'Sent from my truck, so it is short.',
  'Sent from my phone, call me before 5.',
  'Sent via <https://files.test/plans>',
  'Sent with (https://files.test/plans)',
  'Sent the plans for iOS',
  'Get the Samsung panels for the garage',
  'Get Outlook for iOS and send me the scan',
  'My iPhone is broken',
  'I sent it from my iPhone yesterday, did it arrive in time for the meeting?',
])('what somebody typed is no advertisement: %s', (line) => {
  expect(isAdvertisement(line)).toBe(false);
});

test.each([
  ['iso-8859-1', Buffer.from('Grün 5°', 'latin1'), 'Grün 5°'],
  ['us-ascii', Buffer.from('Grün', 'utf8'), 'Grün'],
  ['utf-8', Buffer.from('Grün', 'latin1'), 'Grün'],
  ['', Buffer.from('Grün', 'latin1'), 'Grün'],
  ['iso-2022-jp', Buffer.from('\x1b$B<j\x1b(B', 'latin1'), '手'],
  ['utf-8', Buffer.concat([Buffer.from('Señor\n'), Buffer.from('Geprüft.', 'latin1')]), 'Señor\nGeprüft.'],
  ['utf-8', Buffer.from('20 °C, 5 €').subarray(0, -1), '20 °C, 5 â‚'],
])('bytes that claim the character set “%s” are read', async (charset, body, expected) => {
  const type = charset === '' ? 'text/plain' : `text/plain; charset=${charset}`;
  expect((await read(partOf({ type, body, encoding: '8bit' }))).text).toBe(expected);
});

test('lines that a program wrapped are joined, in quotes too, and a signature stays one', async () => {
  const body = 'Use the \nleft one.\n> as you \n> said\n > 40 psf\n-- \nClara';
  const flowed = partOf({ type: 'text/plain; charset=utf-8; format=flowed', body, encoding: '7bit' });
  expect((await read(flowed)).whole).toBe('Use the left one.\n> as you said\n> 40 psf\n-- \nClara');
});

test('a sender at a domain in other letters has the address that users have', async () => {
  for (const domain of ['xn--bcher-kva.example', 'XN--Bcher-KVA.example', 'bücher.example']) {
    const mail = await readEmail(emailOf({ From: `Ada <Ada@${domain}>` }, text('Yes.')), ours);
    expect(mail.from).toEqual([{ address: 'ada@xn--bcher-kva.example', name: 'Ada' }]);
  }
});

test('an email that the machine has no room to read is not broken, and comes again', async () => {
  const email = emailOf({ From: 'clara@ev.test' }, text('Yes.'));
  const reading = (comesAgain = true) => readInProcess(email, { contentType: '', ours, comesAgain });
  const unavailable = { name: 'Refusal', code: 'unavailable' };
  // No other process can be started.
  runInsteadOfNode('/nowhere/node');
  await expect(reading()).rejects.toMatchObject(unavailable);
  await expect(reading(false)).rejects.toMatchObject(unavailable);
  // There is room for its head only.
  runInsteadOfNode(scriptThatKills('whole'));
  await expect(reading()).rejects.toMatchObject(unavailable);
  expect(await reading(false)).toMatchObject({ unread: 'too-complex' });
  runInsteadOfNode(null);
  expect(await reading()).toMatchObject({ email: { text: 'Yes.' }, unread: null });
});

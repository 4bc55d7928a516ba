import { noticeEmail } from '../../../server/mail/noticeEmail.ts';
import { defaultNotificationSettings } from '../../../src/contract/users/notifications.ts';
import { samples } from '../files/sampleFiles.ts';
import { emailOf, multipart, partOf } from './mime.ts';

/*
 * One hundred emails: what ten programs write, in ten orders of parts, as gateways, lists and servers leave them. They are made here,
 * and were collected from nobody.
 */

const us = 'EV Jobs <jobs@ev.test>';
const secret = 'aB3_-'.repeat(9).slice(0, 43);

/** The email that is answered, as our own code writes it. */
const notice = noticeEmail(
  {
    to: { email: 'clara@ev.test', firstName: 'Clara' },
    readerIsStaff: false,
    job: {
      jobId: 'job',
      jobCode: 'EV-40',
      project: 'Birch Lane',
      reporter: 'Clara C.',
      company: 'Roofs',
      isStamped: false,
    },
    settings: defaultNotificationSettings,
    entries: [{ kind: 'message', by: 'Emil E.', content: 'Which inverter is it?', files: 0 }],
  },
  { publicUrl: 'https://jobs.ev.test', token: secret, replyTo: 'reply@in.ev.test', hasTexts: true },
);
const bare = notice.text.trimEnd();
const marked = bare.replace(/^/gm, '> ').replace(/ +$/gm, '');
const inside = /<body[^>]*>([\s\S]*)<\/body>/.exec(notice.html)?.[1] ?? '';
const fields = `From: ${us}\nSent: Friday, November 27, 2026 8:41 AM\nTo: Clara Client <clara@ev.test>\nSubject: ${notice.subject}`;

const escaped = (text: string) => text.replace(/[&<>]/g, (given) => `&#${given.charCodeAt(0)};`);
const asHtml = (text: string) => escaped(text).replace(/\n/g, '<br>');

/** What somebody writes: as text, as HTML, and what is to be read of either. */
type Written = { plain: string; html: string; read: string };
const same = (text: string): Written => ({ plain: text, html: asHtml(text), read: text });

const written: readonly Written[] = [
  same('Yes.'),
  same('Loads:\n> 50 psf snow\n> 120 mph wind\nUse these.'),
  {
    plain: 'Please do not stamp A1.',
    html: 'Please <s>do not</s> stamp A1.',
    read: 'Please [struck out: do not] stamp A1.',
  },
  {
    plain: 'Gap 51/2 in., E = 29 x 106 psi.',
    html: 'Gap 5<sup>1</sup>/<sub>2</sub> in., E = 29 x 10<sup>6</sup> psi.',
    read: 'Gap 5 1/2 in., E = 29 x 10^6 psi.',
  },
  {
    plain: 'Anchors:\nSize\nQty\n3/8\n12\n1/2\n34',
    html: 'Anchors:<table><tr><th>Size</th><th>Qty</th></tr><tr><td>3/8</td><td>12</td></tr><tr><td>1/2</td><td>34</td></tr></table>',
    read: 'Anchors: Size Qty 3/8 12 1/2 34',
  },
  same('Grüße – naïve café, 3 × 4 m². Ёлка, 東京 👍🏽'),
  same('From: the meter\nTo: the sub panel\nSubject: to inspection\nrun 1-1/4" EMT'),
  same('House\n-----------\n14 modules\n\nBarn\n___________\n8 modules'),
  {
    ...same('See the plan'),
    html: 'See <a href="https://plans.test/7?a=1&amp;b=2">the plan</a>',
    read: 'See the plan',
  },
  same('Thanks,\nClara\n\nPS: the breaker is a 60, not a 50!!'),
];

type Program = {
  name: string;
  head: Record<string, string>;
  plain: (text: string) => string;
  html: (own: string) => string;
  type?: string;
};

const wrote = (date: string) => `On ${date} ${us} wrote:`;
const gmailHtml = (own: string) =>
  `<div dir="ltr">${own}</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Fri, Nov 27, 2026 at 8:41 AM EV Jobs &lt;jobs@ev.test&gt; wrote:<br></div><blockquote class="gmail_quote">${inside}</blockquote></div>`;
const appleHtml = (own: string) =>
  `<html><body dir="auto">${own}<br><blockquote type="cite"><div>On Nov 27, 2026, at 8:41 AM, EV Jobs &lt;jobs@ev.test&gt; wrote:</div>${inside}</blockquote></body></html>`;
const outlookHtml = (own: string) =>
  `<html><body lang="EN-US"><div class="WordSection1"><p class="MsoNormal">${own}</p><div style="border-top:solid #E1E1E1 1.0pt"><p class="MsoNormal">${asHtml(fields)}</p></div>${inside}</div></body></html>`;
const owaHtml = (own: string) =>
  `<html><body dir="ltr"><div class="elementToProof">${own}</div><div id="appendonsend"></div><hr><div id="divRplyFwdMsg" dir="ltr">${asHtml(fields)}</div>${inside}</body></html>`;

const programs: readonly Program[] = [
  {
    name: 'Gmail',
    head: {},
    plain: (text) => `${text}\n\n${wrote('Fri, Nov 27, 2026 at 8:41 AM')}\n\n${marked}`,
    html: gmailHtml,
  },
  {
    name: 'iPhone',
    head: { 'X-Mailer': 'iPhone Mail (23B85)' },
    plain: (text) =>
      `${text}\n\nSent from my iPhone\n\n> ${wrote('Nov 27, 2026, at 8:41 AM,')}\n> \n${marked}`,
    html: (own) =>
      appleHtml(`${own}<br id="lineBreakAtBeginningOfSignature"><div dir="ltr">Sent from my iPhone</div>`),
  },
  {
    name: 'Apple Mail',
    head: { 'X-Mailer': 'Apple Mail (2.3864)' },
    plain: (text) => `${text}\n\n> ${wrote('Nov 27, 2026, at 8:41 AM,')}\n> \n${marked}`,
    html: appleHtml,
  },
  {
    name: 'Outlook for Windows',
    head: { 'X-Mailer': 'Microsoft Outlook 16.0' },
    plain: (text) => `${text}\n\n${fields}\n\n${bare}`,
    html: outlookHtml,
  },
  {
    name: 'Outlook on the web',
    head: {},
    plain: (text) => `${text}\n________________________________\n${fields}\n\n${bare}`,
    html: owaHtml,
  },
  {
    name: 'Outlook for iOS',
    head: {},
    plain: (text) =>
      `${text}\n\nGet Outlook for iOS<https://aka.ms/o0ukef>\n________________________________\n${fields}\n\n${bare}`,
    html: (own) =>
      owaHtml(
        `${own}</div><div><br></div><div id="ms-outlook-mobile-signature">Get <a href="https://aka.ms/o0ukef">Outlook for iOS</a>`,
      ),
  },
  {
    name: 'Thunderbird',
    head: { 'User-Agent': 'Mozilla Thunderbird' },
    plain: (text) =>
      `${text}\n\n${wrote('11/27/26 8:41 AM,')}\n${marked}\n\n-- \nClara Client\n12 Birch Ln\n`,
    html: (own) =>
      `<html><body><p>${own}</p><div class="moz-cite-prefix">On 11/27/26 8:41 AM, EV Jobs wrote:<br></div><blockquote type="cite">${inside}</blockquote><pre class="moz-signature">-- \nClara Client</pre></body></html>`,
  },
  {
    name: 'mutt',
    head: { 'User-Agent': 'Mutt/2.2.9' },
    plain: (text) => `${wrote('Fri, Nov 27, 2026 at 08:41:12AM -0500,')}\n${marked}\n\n${text}\n`,
    html: (own) => `<blockquote type="cite">${inside}</blockquote><p>${own}</p>`,
  },
  {
    name: 'Yahoo on Android',
    head: { 'X-Mailer': 'WebService/1.1.24562 YMailNorrin' },
    plain: (text) =>
      `${text}\n\nSent from Yahoo Mail on Android \n \n  ${wrote('Fri, Nov 27, 2026 at 8:41,')}   ${bare}`.replace(
        '   ---',
        '\n\n---',
      ),
    html: (own) =>
      `<div>${own}</div><div class="yahoo_quoted"><div>${asHtml(wrote('Friday, November 27'))}</div>${inside}</div>`,
  },
  { name: 'nodemailer', head: {}, plain: (text) => `${text}\n`, html: (own) => `<p>${own}</p>` },
];

const pdf = (name: string) =>
  partOf({
    type: `application/pdf; name="${name}"`,
    body: Buffer.concat([samples.pdf.bytes, Buffer.from(`% ${name}\n`)]),
    encoding: 'base64',
    headers: { 'Content-Disposition': `attachment; filename="${name}"` },
  });
const footer = 'Checked by the gateway.';

type Parts = { plain: Buffer; html: Buffer; both: Buffer };
type Order = {
  name: string;
  make: (parts: Parts) => Buffer;
  /** What is added to what was written: above and below. */
  above?: string;
  below?: string;
  files?: readonly string[];
  /** Whether the plain form alone is there. */
  isPlain?: true;
};

const text = (body: string, headers: Record<string, string> = {}) =>
  partOf({ type: 'text/plain; charset=us-ascii', body, encoding: '7bit', headers });

const orders: readonly Order[] = [
  { name: 'text', make: ({ plain }) => plain, isPlain: true },
  { name: 'HTML', make: ({ html }) => html },
  { name: 'both', make: ({ both }) => both },
  { name: 'HTML before text', make: ({ plain, html }) => multipart('alternative', [html, plain]) },
  {
    name: 'both, and the footer of a gateway',
    make: ({ both }) => multipart('mixed', [both, text(footer)]),
    below: footer,
  },
  {
    name: 'HTML below a banner, with a footer',
    make: ({ html }) =>
      multipart('mixed', [
        partOf({ type: 'text/html', body: '<p>Caution.</p>', encoding: '7bit' }),
        html,
        text(footer),
      ]),
    above: 'Caution.',
    below: footer,
  },
  {
    name: 'both and two files, signed',
    make: ({ both }) =>
      multipart('signed', [
        multipart('mixed', [both, pdf('A.pdf'), pdf('B.pdf')]),
        partOf({
          type: 'application/pkcs7-signature; name="smime.p7s"',
          body: Buffer.from('seal'),
          encoding: 'base64',
        }),
      ]),
    files: ['A.pdf', 'B.pdf'],
  },
  {
    name: 'a file before the text',
    make: ({ plain }) => multipart('mixed', [pdf('First.pdf'), plain]),
    files: ['First.pdf'],
    isPlain: true,
  },
  {
    name: 'words below a file that a server made a file',
    make: ({ html }) =>
      multipart('mixed', [
        html,
        pdf('Plan.pdf'),
        text('Use the 225 A bus.', { 'Content-Disposition': 'attachment; filename="ATT00001.txt"' }),
      ]),
    below: 'Use the 225 A bus.',
    files: ['Plan.pdf'],
  },
  {
    name: 'parts in parts, with a meeting',
    make: ({ plain, html }) =>
      multipart('mixed', [
        multipart('alternative', [
          plain,
          multipart('related', [html]),
          partOf({
            type: 'text/calendar; method=REQUEST',
            body: 'BEGIN:VCALENDAR\nEND:VCALENDAR',
            encoding: '7bit',
          }),
        ]),
        multipart('mixed', [pdf('Deep.pdf')]),
      ]),
    files: ['Deep.pdf'],
  },
];

export type Made = { name: string; raw: Buffer; read: string; files: readonly string[] };

/** Returns the hundred emails, each to an address for replies. */
export function hundred(toOf: (index: number) => string, from: string): Made[] {
  return programs.flatMap((program, row) =>
    orders.map((order, column): Made => {
      const index = row * orders.length + column;
      const content = written[(row + column) % written.length] ?? same('');
      const charset = index % 3 === 0 ? 'base64' : 'quoted-printable';
      const plain = partOf({
        type: 'text/plain; charset="UTF-8"',
        body: program.plain(content.plain),
        encoding: charset,
      });
      const html = partOf({
        type: 'text/html; charset="UTF-8"',
        body: program.html(content.html),
        encoding: charset,
      });
      const both = multipart('alternative', [plain, html]);
      const head = {
        From: `Clara Client <${from}>`,
        To: toOf(index),
        Subject: `Re: ${notice.subject}`,
        Date: 'Sat, 28 Nov 2026 09:15:00 -0500',
        'Message-ID': `<${index}@hundred.test>`,
        ...program.head,
      };
      return {
        name: `${program.name}: ${order.name}`,
        raw: emailOf(head, order.make({ plain, html, both })),
        read: [order.above, order.isPlain ? content.plain : content.read, order.below]
          .filter(Boolean)
          .join(' '),
        files: order.files ?? [],
      };
    }),
  );
}

/** What none of them may post: our own email, its secrets, and what a program says of itself. */
export const foreign = [
  /Birch Lane/,
  /Which inverter/,
  /EV Jobs team/,
  new RegExp(secret),
  /Sent from|Get Outlook/,
  /VCALENDAR/,
];

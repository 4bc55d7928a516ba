import { samples } from '../files/sampleFiles.ts';
import { emailOf, multipart, type Part, partOf } from './mime.ts';

/** A part of a reply besides its text, as programs write it. */
type Sent = { name: string; type: string; bytes: Uint8Array; isInText?: boolean };

/** The quoted email: as it is, with `> ` before its lines, and as HTML. */
type Quote = { bare: string; marked: string; html: string };

/**
 * A reply as somebody wrote it. In its body, what the sender typed stands between « and »; the marks are taken out before it is sent.
 */
export type PersonsReply = {
  by: string;
  plain?: (quote: Quote) => string;
  html?: (quote: Quote) => string;
  subject?: string;
  files?: readonly Sent[];
  /** Names of files that a message does not take. */
  refused?: readonly string[];
  /** Nothing tells the sender's words from the quote: the message shows them when its whole text is opened. */
  isWithin?: true;
};

const us = 'EV Jobs <reply+0@in.ev.test>';
const gmail = `On Wed, Nov 25, 2026 at 8:41 AM ${us} wrote:`;
const apple = `On Nov 25, 2026, at 8:41 AM, ${us} wrote:`;
const outlookHead = `From: EV Jobs <jobs@ev.test>\nSent: Wednesday, November 25, 2026 8:41 AM\nTo: Clara Client <clara@ev.test>\nSubject: A new message from EV`;
const rule = '________________________________';

const gmailHtml = (own: string, { html }: Quote) =>
  `<div dir="ltr">${own}</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Wed, Nov 25, 2026 at 8:41 AM EV Jobs &lt;<a href="mailto:jobs@ev.test">jobs@ev.test</a>&gt; wrote:<br></div><blockquote class="gmail_quote" style="margin:0 0 0 .8ex">${html}</blockquote></div>`;
const appleHtml = (own: string, { html }: Quote) =>
  `<html><body dir="auto">${own}<br><blockquote type="cite"><div>On Nov 25, 2026, at 8:41 AM, EV Jobs &lt;jobs@ev.test&gt; wrote:<br><br></div>${html}</blockquote></body></html>`;
const outlookHtml = (own: string, { html }: Quote) =>
  `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0}</style></head><body lang="EN-US"><div class="WordSection1">${own}<div style="border:none;border-top:solid #E1E1E1 1.0pt"><p class="MsoNormal"><b>From:</b> EV Jobs &lt;jobs@ev.test&gt;<br><b>Sent:</b> Wednesday, November 25, 2026 8:41 AM<br><b>To:</b> Clara Client &lt;clara@ev.test&gt;<br><b>Subject:</b> A new message<o:p></o:p></p></div>${html}</div></body></html>`;
const owaHtml = (own: string, { html }: Quote) =>
  `<html><body dir="ltr">${own}<div id="appendonsend"></div><hr><div id="divRplyFwdMsg" dir="ltr"><b>From:</b> EV Jobs &lt;jobs@ev.test&gt;<br><b>Subject:</b> A new message</div>${html}</body></html>`;

/** A photo whose bytes no other has. */
function photo(name: string, isInText = true): Sent {
  const bytes = Buffer.concat([samples.jpeg.bytes, Buffer.from(`of ${name} ${Math.random()}`)]);
  return { name, type: 'image/jpeg', bytes, isInText };
}

const office = {
  name: 'Loads.xlsx',
  type: 'application/vnd.ms-excel',
  bytes: Buffer.from('\xd0\xcf\x11\xe0'),
};
const tnef = { name: 'winmail.dat', type: 'application/ms-tnef', bytes: Buffer.from('eJ8+IgAA', 'base64') };

export const peoplesReplies: readonly PersonsReply[] = [
  // Short, above the quote.
  { by: 'Gmail', plain: ({ marked }) => `«Yep»\n\n${gmail}\n\n${marked}` },
  { by: 'Gmail, a thumb', plain: ({ marked }) => `«👍🏽»\n\n${gmail}\n\n${marked}` },
  {
    by: 'Gmail, HTML alone',
    html: (quote) => gmailHtml('«Use the&nbsp;2x6&rsquo;s</div><div>not the 2x4&rsquo;s»', quote),
  },
  {
    by: 'Gmail, HTML alone, marks in the text',
    html: (quote) => gmailHtml('«spans &gt; 14 ft need LVL, &lt; 10 ft don&#39;t»', quote),
  },
  {
    by: 'Gmail, wrapped introduction',
    plain: ({ marked }) =>
      `«Ok for Thursday 7am. Gate code 4471#»\n\nOn Wed, Nov 25, 2026 at 8:41 AM EV Jobs Birch Lane <\nreply+0@in.ev.test> wrote:\n\n${marked}`,
  },
  {
    by: 'Gmail on Android',
    plain: ({ marked }) =>
      `«Can't. Inspector no-showed again - try fri?»\n\nOn Wed, 25 Nov 2026, 08:41 EV Jobs, <reply+0@in.ev.test> wrote:\n\n${marked}`,
  },
  {
    by: 'Samsung Email',
    plain: ({ bare }) =>
      `«on site now, roof is 5/12 not 4/12»\n\n\nSent from my Galaxy\n\n\n-------- Original message --------\nFrom: EV Jobs <jobs@ev.test>\nDate: 11/25/26 8:41 AM (GMT-05:00)\nTo: clara@ev.test\nSubject: A new message from EV\n\n${bare}`,
  },
  {
    by: 'iPhone',
    plain: ({ marked }) =>
      `«Do not stamp the 3/4” sheet.\nStamp the 5/8” one»\n\nSent from my iPhone\n\n> ${apple}\n>\n${marked}`,
  },
  {
    by: 'iPhone, dictated',
    html: (quote) =>
      appleHtml('«yes comma go ahead period new line thanks»<div>Sent from my iPhone</div>', quote),
  },
  {
    by: 'Apple Mail',
    plain: ({ marked }) => `«Sure – see “Note 4” on S-2…»\n\n> ${apple}\n> \n${marked}`,
  },
  {
    by: 'Outlook for Windows',
    plain: ({ bare }) =>
      `«Approved.»\n\n«Best regards,\nClara Client, P.E.\nO’Brien & Daughters | 12 Birch Ln, Suite B\no: (802) 555-0142  m: 802.555.0188»\n\n${outlookHead}\n\n${bare}`,
  },
  {
    by: 'Outlook for Windows, HTML alone',
    html: (quote) =>
      outlookHtml(
        '<p class="MsoNormal">«Go with option B.<o:p></o:p></p><p class="MsoNormal">&nbsp;</p><p class="MsoNormal">Thx, Clara»<o:p></o:p></p>',
        quote,
      ),
  },
  {
    by: 'Outlook on the web',
    plain: ({ bare }) => `«ok by me»\n${rule}\n${outlookHead}\n\n${bare}`,
  },
  {
    by: 'Outlook on the web, HTML alone',
    html: (quote) => owaHtml('<div class="elementToProof">«No. See the redline: A2 &amp; A3»</div>', quote),
  },
  {
    by: 'Outlook for Android',
    plain: ({ bare }) =>
      `«running late 20 min»\n\nGet Outlook for Android<https://aka.ms/AAb9ysg>\n${rule}\n${outlookHead}\n\n${bare}`,
  },
  {
    by: 'Outlook for iOS, HTML alone',
    html: (quote) => owaHtml('<div>«Panel is a Square D QO 200A»</div><div>Get Outlook for iOS</div>', quote),
  },
  {
    by: 'Yahoo',
    plain: ({ bare }) =>
      `«Truss drawings tomorrow, promise»\n\n    On Wednesday, November 25, 2026 at 08:41:12 AM EST, EV Jobs <jobs@ev.test> wrote:  \n \n ${bare}`,
  },
  {
    by: 'AOL',
    plain: ({ bare }) =>
      `«call me 603 555 0199»\n\n-----Original Message-----\n${outlookHead.replace('Sent:', 'Date:')}\n\n${bare}`,
  },
  {
    by: 'Proton Mail',
    plain: ({ marked }) =>
      `«We keep the knee wall.»\n\nSent with Proton Mail secure email.\n\nOn Wednesday, November 25th, 2026 at 8:41 AM, EV Jobs <jobs@ev.test> wrote:\n\n${marked}`,
  },
  {
    by: 'Thunderbird',
    plain: ({ marked }) => `«No change.»\n\nOn 11/25/26 8:41 AM, EV Jobs <jobs@ev.test> wrote:\n${marked}`,
  },

  // Marks, dashes, names of products and quotes of others in what was typed.
  {
    by: 'Gmail, loads',
    plain: ({ marked }) =>
      `«New loads:\n> 50 psf ground snow\n> 120 mph ultimate wind\nUse these.»\n\n${gmail}\n\n${marked}`,
  },
  {
    by: 'Gmail, a mark alone',
    plain: ({ marked }) => `«clearance must be\n> 36 in»\n\n${gmail}\n\n${marked}`,
  },
  {
    by: 'Outlook, rules of dashes',
    plain: ({ bare }) =>
      `«House\n-----------\n14 modules\n\nBarn\n___________\n8 modules»\n\n${outlookHead}\n\n${bare}`,
  },
  {
    by: 'iPhone, products',
    plain: ({ marked }) =>
      `«Return the Samsung fridge order, get Sony batteries instead of Tesla and Android tablets for the crew»\n\n> ${apple}\n>\n${marked}`,
  },
  {
    by: 'Gmail, somebody’s words',
    plain: ({ marked }) =>
      `«Stop.\nPer the county, Bob wrote at 10:30 on 11/24/2026:\nwe reject the plans»\n\n${gmail}\n\n${marked}`,
  },
  {
    by: 'Gmail, words of an email',
    plain: ({ marked }) =>
      `«On Mon, Nov 23, 2026 at 4:05 PM Bob Roofer <bob@roofs.test> wrote:\n> decking is rotten on the north side\nSo we add a day.»\n\n${gmail}\n\n${marked}`,
  },
  {
    by: 'Outlook, fields',
    plain: ({ bare }) =>
      `«From: the meter\nTo: the sub panel\nSubject: to inspection\nDate: Dec 3\nrun 1-1/4" EMT»\n\n${outlookHead}\n\n${bare}`,
  },
  {
    by: 'Yahoo, a title',
    plain: ({ marked }) =>
      `«Stamp A1.\n--- Transfer switch ---\nmove it 3 ft»\n\nOn Wednesday, November 25, 2026 at 08:41:12 AM EST, EV Jobs <jobs@ev.test> wrote:\n\n${marked}`,
  },
  {
    by: 'Gmail, thanks in the middle',
    plain: ({ marked }) => `«Thanks,\nClara\n\nPS: the breaker is a 60, not a 50!!»\n\n${gmail}\n\n${marked}`,
  },
  {
    by: 'Mutt, two dashes that are none',
    plain: ({ marked }) => `«option one\n--\noption two»\n\n${gmail}\n${marked}`,
  },
  {
    by: 'Outlook, a table',
    plain: ({ bare }) =>
      `«beam\tspan\tsize\nB1\t14'-0"\t(2) 1.75x9.25 LVL\nB2\t9'-6"\t(3) 2x10»\n\n${outlookHead}\n\n${bare}`,
  },
  {
    by: 'Outlook, a list of Word, HTML alone',
    html: (quote) =>
      outlookHtml(
        '<p class="MsoListParagraph">«<![if !supportLists]><span style="mso-list:Ignore">1.<span>&nbsp; </span></span><![endif]>rafters @ 16"</p><p class="MsoListParagraph"><span style="mso-list:Ignore">2.&nbsp;</span>ridge LVL»</p>',
        quote,
      ),
  },
  {
    by: 'Apple Mail, code and links',
    html: (quote) =>
      appleHtml(
        '«see <a href="https://plans.example/s?x=1&amp;y=2">the plans»</a>«, sheet S-2.1» <p>«IRC R802.5»</p>',
        quote,
      ),
  },
  {
    by: 'Gmail, marker words',
    plain: ({ marked }) => `«Put a note: reply above this line before Friday»\n\n${gmail}\n\n${marked}`,
  },
  {
    by: 'Gmail, arrows',
    plain: ({ marked }) => `«>>> CREW ON ROOF <<<\n-> call before 3\n=> or text»\n\n${gmail}\n\n${marked}`,
  },

  // Signatures.
  {
    by: 'Gmail, a delimited signature',
    plain: ({ marked }) => `«Looks right to me.»\n\n-- \nClara Client\nSolar Roofs\n\n${gmail}\n\n${marked}`,
  },
  {
    by: 'Thunderbird, a signature below the quote',
    plain: ({ marked }) =>
      `«Fine with us.»\n\nOn 11/25/26 8:41 AM, EV Jobs <jobs@ev.test> wrote:\n${marked}\n\n-- \nClara Client\nSolar Roofs`,
  },
  {
    by: 'Outlook, a long disclaimer',
    plain: ({ bare }) =>
      `«Hold the permit set»\n\n«Clara Client\nThis email and any attachments are confidential. If you are not the intended recipient, delete it. From: is not verified.»\n\n${outlookHead}\n\n${bare}`,
  },

  // Below the quote, and between its lines.
  {
    by: 'Thunderbird, below',
    plain: ({ marked }) =>
      `On 11/25/26 8:41 AM, EV Jobs <jobs@ev.test> wrote:\n${marked}\n\n«The Enphase, as on A1.»`,
  },
  { by: 'Gmail, below', plain: ({ marked }) => `${gmail}\n\n${marked}\n\n«See attached» ` },
  {
    by: 'Gmail, below, HTML alone',
    html: ({ html }) =>
      `<div dir="ltr"><div class="gmail_quote"><div class="gmail_attr">On Wed, Nov 25, 2026 EV Jobs &lt;jobs@ev.test&gt; wrote:<br></div><blockquote class="gmail_quote">${html}</blockquote></div><div>«both inverters, the 7.6 first»</div></div>`,
  },
  {
    by: 'Mutt, between the lines',
    plain: ({ marked }) =>
      `${gmail}\n${marked.replace('> > Which inverter?', '> > Which inverter?\n\n«The SolarEdge.»\n')}\n«And a spare.»`,
  },
  {
    by: 'Apple Mail, between the lines',
    html: ({ html }) =>
      `<html><body>«Answers below:»<br><blockquote type="cite">${html}</blockquote><div>«The 10 kW one»</div><blockquote type="cite">The EV Jobs team</blockquote></body></html>`,
  },
  {
    by: 'Outlook, between the lines',
    plain: ({ bare }) =>
      `«See my answers in red below.»\n\n${outlookHead}\n\n${bare.replace('Which inverter?', 'Which inverter?\n«[Clara] the small one»')}`,
    isWithin: true,
  },
  {
    by: 'Outlook, below an unmarked quote',
    plain: ({ bare }) => `«Hi all,»\n\n${outlookHead}\n\n${bare}\n\n«we take the right one»`,
    isWithin: true,
  },

  // Passed on.
  {
    by: 'Gmail, a forwarded email',
    subject: 'Fwd: Meter release',
    plain: () =>
      `«fyi, we got the release»\n\n«---------- Forwarded message ---------\nFrom: Utility <meters@utility.test>\nDate: Tue, Nov 24, 2026 at 3:00 PM\nSubject: Meter release\nTo: <clara@ev.test>\n\nMeter 55-123 may be set.»`,
  },
  {
    by: 'Apple Mail, a forwarded email',
    subject: 'Fwd: Plan review',
    plain: () =>
      `«Begin forwarded message:\n\nFrom: County <plans@county.test>\nSubject: Plan review\nDate: November 24, 2026 at 3:00:11 PM EST\nTo: clara@ev.test\n\nComment 3: show the guard height.»`,
  },
  {
    by: 'Outlook, a forwarded email, HTML alone',
    subject: 'FW: Invoice',
    html: () =>
      '<html><body><p>«please add to the job»</p><div id="divRplyFwdMsg">«From: Supplier &lt;s@supply.test&gt;</div><p>Invoice 4471 for 24 modules»</p></body></html>',
  },

  // Other languages and scripts.
  {
    by: 'Gmail, Spanish',
    plain: ({ marked }) =>
      `«No sellen todavía: falta el plano eléctrico.\n¡Gracias!»\n\nEl mié, 25 nov 2026 a las 8:41, EV Jobs (<reply+0@in.ev.test>) escribió:\n\n${marked}`,
  },
  {
    by: 'iPhone, Spanish',
    plain: ({ marked }) =>
      `«ya quedó la zanja»\n\nEnviado desde mi iPhone\n\n> El 25 nov 2026, a las 8:41, ${us} escribió:\n>\n${marked}`,
  },
  {
    by: 'Outlook, German',
    plain: ({ bare }) =>
      `«Bitte 3,5 m² mehr einplanen.\n\nMit freundlichen Grüßen\nClara Müßig»\n\nVon: EV Jobs <jobs@ev.test>\nGesendet: Mittwoch, 25. November 2026 08:41\nAn: Clara Client <clara@ev.test>\nBetreff: A new message from EV\n\n${bare}`,
  },
  {
    by: 'Gmail, French',
    plain: ({ marked }) =>
      `«D’accord – pas avant 14 h 30.»\n\nLe mer. 25 nov. 2026 à 08:41, ${us} a écrit :\n\n${marked}`,
  },
  {
    by: 'Gmail, Vietnamese',
    plain: ({ marked }) =>
      `«Mái nhà cần sửa trước»\n\nVào Th 4, 25 thg 11, 2026 vào lúc 08:41 ${us} đã viết:\n\n${marked}`,
  },
  {
    by: 'QQ Mail, Chinese',
    plain: ({ bare }) =>
      `«先不要盖章，图纸还要改»\n\n\n------------------ Original ------------------\nFrom: "EV Jobs" <jobs@ev.test>;\nDate: Wed, Nov 25, 2026 08:41 AM\nTo: "clara"<clara@ev.test>;\nSubject: A new message from EV\n\n${bare}`,
  },
  {
    by: 'Gmail, Arabic',
    plain: ({ marked }) =>
      `«نعم، ابدأ غدًا»\n\nفي الأربعاء، 25 نوفمبر 2026 في 8:41 ص تمت كتابة ما يلي بواسطة ‪${us}‬‏:\n\n${marked}`,
  },

  // With files.
  {
    by: 'iPhone, pasted photos',
    html: (quote) =>
      appleHtml(
        '<div>«Main panel:»</div><img src="cid:a@x" alt="image0.jpeg"><div>«and the sub:»</div><img src="cid:b@x" alt="image1.jpeg">',
        quote,
      ),
    files: [photo('image0.jpeg'), photo('image1.jpeg')],
  },
  {
    by: 'Gmail, a pasted screenshot',
    plain: ({ marked }) => `«like this\n[image: image.png]\nnot like on A3»\n\n${gmail}\n\n${marked}`,
    files: [photo('image.png')],
  },
  {
    by: 'Outlook, a photo in the text and a plan beside it',
    plain: ({ bare }) =>
      `«Meter is here:»\n[cid:image001.png@01DC]\n«plan attached»\n\n${outlookHead}\n\n${bare}`,
    files: [photo('image001.png'), { ...samples.pdf, type: 'application/pdf', name: 'S-2 rev B.pdf' }],
  },
  {
    by: 'Outlook, a spreadsheet',
    plain: ({ bare }) => `«Loads are in the sheet.»\n\n${outlookHead}\n\n${bare}`,
    files: [office, photo('roof.jpg', false)],
    refused: ['Loads.xlsx'],
  },
  {
    by: 'Outlook, rich text',
    plain: () => '«Plans attached as discussed.»',
    files: [tnef],
    refused: ['winmail.dat'],
  },
];

/** Returns the texts between « and » in the body of a reply, in their order. */
export function typedIn(body: string): string[] {
  return Array.from(body.matchAll(/«([^»]*)»/g), ([, text = '']) => text);
}

const unmarked = (body: string) => body.replace(/[«»]/g, '');

/** Returns the body of a reply to an email, with the marks of what was typed. */
export function bodyOf(reply: PersonsReply, notice: string): string {
  const quote: Quote = {
    bare: notice,
    marked: notice.replace(/^/gm, '> '),
    html: notice
      .split('\n')
      .map((line) => `<div>${line.replace(/&/g, '&amp;').replace(/>/g, '&gt;') || '<br>'}</div>`)
      .join(''),
  };
  return (reply.plain ?? reply.html)?.(quote) ?? '';
}

/** Returns a reply as its sender's program sends it. */
export function emailOfReply(
  reply: PersonsReply,
  notice: string,
  { from, to, id }: { from: string; to: string; id: string },
): Buffer {
  const text: Part = {
    type: `text/${reply.plain ? 'plain' : 'html'}; charset=utf-8`,
    body: unmarked(bodyOf(reply, notice)),
    encoding: reply.plain ? 'base64' : 'quoted-printable',
  };
  const files = (reply.files ?? []).map(({ name, type, bytes, isInText }, index) =>
    partOf({
      type: `${type}; name="${name}"`,
      body: Buffer.from(bytes),
      encoding: 'base64',
      headers: isInText
        ? { 'Content-ID': `<${index}@x>`, 'Content-Disposition': `inline; filename="${name}"` }
        : { 'Content-Disposition': `attachment; filename="${name}"` },
    }),
  );
  const isRelated = reply.files?.some(({ isInText }) => isInText) === true;
  const head = {
    'Return-Path': `<${from}>`,
    From: `Clara Client <${from}>`,
    To: `EV Jobs <${to}>`,
    Subject: reply.subject ?? 'Re: A new message from EV',
    Date: 'Wed, 25 Nov 2026 13:41:00 +0000',
    'Message-ID': `<${id}@mail.ev.test>`,
  };
  return emailOf(
    head,
    files.length === 0 ? partOf(text) : multipart(isRelated ? 'related' : 'mixed', [partOf(text), ...files]),
  );
}

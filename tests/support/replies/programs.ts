import { noticeEmail } from '../../../server/mail/noticeEmail.ts';
import { defaultNotificationSettings } from '../../../src/contract/users/notifications.ts';
import { type Encoding, emailOf, multipart, partOf } from './mime.ts';

/*
 * Replies in the formats in which mail programs write them: structure, encoding, what introduces the quote, what marks it, what they add
 * below. They are written after those formats and were not collected from anybody.
 */

const sender = { name: 'Clara Client', address: 'clara@ev.test' };
const ours = 'jobs@ev.test';

/** The notification that is answered, as our own code writes it. */
const notice = noticeEmail(
  {
    to: { email: sender.address, firstName: 'Clara' },
    readerIsStaff: false,
    job: {
      jobId: 'job',
      jobCode: 'EV-17',
      project: 'Maple Street',
      reporter: 'Clara C.',
      company: 'Solar Roofs',
      isStamped: true,
    },
    settings: defaultNotificationSettings,
    entries: [
      {
        kind: 'message',
        by: 'Emil E.',
        content: 'Which breaker is it?\nWe need the label: see page 2.',
        files: 1,
      },
      { kind: 'status', by: 'Emil E.', from: 'New', to: 'In progress' },
    ],
  },
  { publicUrl: 'https://jobs.ev.test', token: 'unsubscribe-token', replyTo: 'reply@ev.test', hasTexts: true },
);
const subject = notice.subject;
const original = notice.text.trimEnd();
const originalHtml = /<body[^>]*>([\s\S]*)<\/body>/.exec(notice.html)?.[1] ?? '';

/** What senders write. The second is in several languages and scripts; the third looks like quotes and headers in places. */
const texts = {
  short: 'Yes, please go ahead.',
  long: 'Grüße aus Zürich – naïve café, 3 × 4 m².\n\nIt’s the 200 A breaker:\n- label “MAIN” 🔧\n- left of the meter\n\nSee https://files.example/plan?x=1&y=2 for the plan. Ёлка, 東京.',
  tricky:
    'On Monday we measured again:\n- north: 12 ft\n- south: 9 ft\n\nFrom: the meter\nTo: the panel\n\nIt was 9:15 in 2026 when we wrote it down.\n---\nSubject to your approval. Thanks!',
};
export type TextName = keyof typeof texts;

type Written = { text: string; quote: string };
type WritePlain = (written: Written) => string;
type WriteHtml = (text: string) => string;
type Program = {
  name: string;
  /** Header fields by which the program names itself. */
  by: Record<string, string>;
  plain?: WritePlain;
  html?: WriteHtml;
  encoding?: Encoding;
  charset?: string;
  /** A parameter of text/plain. */
  flowed?: boolean;
  /** Lines below the text, before the quote. */
  signature?: string;
};

function marked(text: string, mark = '> ', emptyMark = mark.trimEnd()): string {
  return text
    .split('\n')
    .map((line) =>
      line === '' ? emptyMark : line.startsWith('>') && mark === '> ' ? `>${line}` : `${mark}${line}`,
    )
    .join('\n');
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** Text above a quote whose lines are marked. */
function above(attribution: string, options: { mark?: string; gap?: string; end?: string } = {}): WritePlain {
  const { mark = '> ', gap = '\n', end = '' } = options;
  return ({ text, quote }) => `${text}\n\n${end}${attribution}\n${gap}${marked(quote, mark)}\n`;
}

/** Text above a quote whose lines are not marked. */
function aboveBare(header: string, end = ''): WritePlain {
  return ({ text, quote }) => `${text}\n\n${end}${header}\n\n${quote}\n`;
}

/** Apple's programs mark the line that introduces the quote too. */
function apple(attribution: string, end = ''): WritePlain {
  return ({ text, quote }) => `${text}\n\n${end}${marked(`${attribution}\n\n\ufeff${quote}`, '> ', '> ')}\n`;
}

function divs(text: string): string {
  return text
    .split('\n')
    .map((line) => `<div>${line === '' ? '<br>' : escaped(line)}</div>`)
    .join('');
}

function brs(text: string): string {
  return escaped(text).replaceAll('\n', '<br>\n');
}

function wordParagraphs(text: string): string {
  return text
    .split('\n')
    .map(
      (line) =>
        `<p class="MsoNormal"><span style="font-size:11.0pt;font-family:&quot;Calibri&quot;,sans-serif">${line === '' ? '&nbsp;' : escaped(line)}<o:p></o:p></span></p>`,
    )
    .join('\n');
}

function gmailHtml(attribution: string): WriteHtml {
  return (text) =>
    `<div dir="ltr">${divs(text)}</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">${escaped(attribution)}<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex">${originalHtml}</blockquote></div>\n`;
}

function outlookHtml(fields: readonly (readonly [string, string])[]): WriteHtml {
  const rows = fields.map(([name, value]) => `<b>${name}</b> ${escaped(value)}`).join('<br>\n');
  return (text) =>
    `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head><style><!-- p.MsoNormal {margin:0cm;} --></style></head><body lang="EN-US"><div class="WordSection1">${wordParagraphs(text)}<p class="MsoNormal"><o:p>&nbsp;</o:p></p><div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal">${rows}<o:p></o:p></p></div></div><p class="MsoNormal"><o:p>&nbsp;</o:p></p>${originalHtml}</div></body></html>`;
}

function owaHtml(fields: readonly (readonly [string, string])[], more = ''): WriteHtml {
  const rows = fields.map(([name, value]) => `<b>${name}</b> ${escaped(value)}`).join('<br>');
  return (text) =>
    `<html><head><style type="text/css" style="display:none;">P {margin-top:0;margin-bottom:0;}</style></head><body dir="ltr">${text
      .split('\n')
      .map(
        (line) =>
          `<div class="elementToProof" style="font-family: Aptos, Calibri, sans-serif; font-size: 12pt;">${line === '' ? '<br>' : escaped(line)}</div>`,
      )
      .join(
        '',
      )}${more}<div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri, sans-serif" style="font-size:11pt" color="#000000">${rows}</font><div>&nbsp;</div></div>${originalHtml}</body></html>`;
}

const to = `${sender.name} <${sender.address}>`;
const us = `EV Jobs <${ours}>`;

function fields(pairs: readonly (readonly [string, string])[]): string {
  return pairs.map(([name, value]) => `${name} ${value}`).join('\n');
}

/** Returns the header that Outlook quotes: from, sent and when, to, subject. */
function outlookHead(from: string, sent: string, at: string, recipient: string, title: string) {
  return [
    [from, `${us} `],
    [sent, at],
    [recipient, to],
    [title, subject],
  ] as const;
}

const outlookFields = {
  en: outlookHead('From:', 'Sent:', 'Tuesday, November 24, 2026 9:15 AM', 'To:', 'Subject:'),
  de: outlookHead('Von:', 'Gesendet:', 'Dienstag, 24. November 2026 09:15', 'An:', 'Betreff:'),
  fr: outlookHead('De :', 'Envoyé :', 'mardi 24 novembre 2026 09:15', 'À :', 'Objet :'),
  es: outlookHead('De:', 'Enviado el:', 'martes, 24 de noviembre de 2026 9:15', 'Para:', 'Asunto:'),
  it: outlookHead('Da:', 'Inviato:', 'martedì 24 novembre 2026 09:15', 'A:', 'Oggetto:'),
  nl: outlookHead('Van:', 'Verzonden:', 'dinsdag 24 november 2026 09:15', 'Aan:', 'Onderwerp:'),
  pt: outlookHead('De:', 'Enviada em:', 'terça-feira, 24 de novembro de 2026 09:15', 'Para:', 'Assunto:'),
  pl: outlookHead('Od:', 'Wysłano:', 'wtorek, 24 listopada 2026 09:15', 'Do:', 'Temat:'),
  sv: outlookHead('Från:', 'Skickat:', 'den 24 november 2026 09:15', 'Till:', 'Ämne:'),
  da: outlookHead('Fra:', 'Sendt:', '24. november 2026 09:15', 'Til:', 'Emne:'),
  fi: outlookHead('Lähettäjä:', 'Lähetetty:', 'tiistai 24. marraskuuta 2026 9.15', 'Vastaanottaja:', 'Aihe:'),
  cs: outlookHead('Od:', 'Odesláno:', 'úterý 24. listopadu 2026 9:15', 'Komu:', 'Předmět:'),
  ru: outlookHead('От:', 'Отправлено:', '24 ноября 2026 г. 9:15', 'Кому:', 'Тема:'),
  ja: outlookHead('差出人:', '送信日時:', '2026年11月24日火曜日 9:15', '宛先:', '件名:'),
};

const outlookBy = {
  'X-Mailer': 'Microsoft Outlook 16.0',
  'Thread-Index': 'AQHdX0000000000000000000000000==',
};
const appleBy = { 'X-Mailer': 'Apple Mail (2.3826.200.121)' };
const iphoneBy = { 'X-Mailer': 'iPhone Mail (23B85)' };
const line = '________________________________';
const outlookSignature =
  '\n\nBest regards,\nClara Client\nProject Manager | Solar Roofs Inc.\n+1 415 555 0132\nwww.solar-roofs.example';
const delimited = '\n\n-- \nClara Client\nSolar Roofs, 1 Test Road';

const gmailAttributions = {
  en: `On Tue, Nov 24, 2026 at 9:15 AM ${us} wrote:`,
  de: `Am Di., 24. Nov. 2026 um 09:15 Uhr schrieb ${us}:`,
  fr: `Le mar. 24 nov. 2026 à 09:15, ${us} a écrit :`,
  es: `El mar, 24 nov 2026 a las 9:15, EV Jobs (<${ours}>) escribió:`,
  pt: `Em ter., 24 de nov. de 2026 às 09:15, ${us} escreveu:`,
  it: `Il giorno mar 24 nov 2026 alle ore 09:15 ${us} ha scritto:`,
  nl: `Op di 24 nov 2026 om 09:15 schreef ${us}:`,
  pl: `wt., 24 lis 2026 o 09:15 ${us} napisał(a):`,
  ru: `вт, 24 нояб. 2026 г. в 09:15, ${us}:`,
  ja: `2026年11月24日(火) 9:15 ${us}:`,
  ko: `2026년 11월 24일 (화) 오전 9:15, ${us}님이 작성:`,
  zh: `${us} 于2026年11月24日周二 09:15写道：`,
  tr: `${us}, 24 Kas 2026 Sal, 09:15 tarihinde şunu yazdı:`,
} as const;

const programs: readonly Program[] = [
  ...Object.entries(gmailAttributions).map(([language, attribution]) => ({
    name: `Gmail, web, ${language}`,
    by: {},
    plain: above(attribution),
    html: gmailHtml(attribution),
    encoding: 'quoted-printable' as const,
    signature: delimited,
  })),
  {
    name: 'Gmail, web, a long name wrapped over two lines',
    by: {},
    plain: above(`On Tue, Nov 24, 2026 at 9:15 AM EV Jobs Solar Roofs Maple Street <\n${ours}> wrote:`),
  },
  {
    name: 'Gmail, Android',
    by: {},
    plain: above(`On Tue, 24 Nov 2026, 09:15 EV Jobs, <${ours}> wrote:`),
    html: gmailHtml(`On Tue, 24 Nov 2026, 09:15 EV Jobs, <${ours}> wrote:`),
  },
  {
    name: 'Gmail, iOS',
    by: {},
    plain: above(gmailAttributions.en, { end: 'Sent from Gmail Mobile\n\n\n' }),
    encoding: 'quoted-printable',
  },
  ...(
    [
      ['en', `On Nov 24, 2026, at 9:15 AM, ${us} wrote:`],
      ['de', `Am 24.11.2026 um 09:15 schrieb ${us}:`],
      ['fr', `Le 24 nov. 2026 à 09:15, ${us} a écrit :`],
    ] as const
  ).map(([language, attribution]) => ({
    name: `Apple Mail, macOS, ${language}`,
    by: appleBy,
    plain: apple(attribution),
    html: (text: string) =>
      `<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"></head><body style="overflow-wrap: break-word; -webkit-nbsp-mode: space; line-break: after-white-space;">${divs(text)}<br id="lineBreakAtBeginningOfMessage"><div><br><blockquote type="cite"><div>${escaped(attribution)}</div><br class="Apple-interchange-newline"><div>${originalHtml}</div></blockquote></div><br></body></html>`,
    encoding: 'quoted-printable' as const,
  })),
  ...(
    [
      ['en', 'Sent from my iPhone', `On Nov 24, 2026, at 9:15 AM, ${us} wrote:`],
      ['de', 'Von meinem iPhone gesendet', `Am 24.11.2026 um 09:15 schrieb ${us}:`],
      ['fr', 'Envoyé de mon iPhone', `Le 24 nov. 2026 à 09:15, ${us} a écrit :`],
      ['es', 'Enviado desde mi iPhone', `El 24 nov 2026, a las 9:15, ${us} escribió:`],
      ['it', 'Inviato da iPhone', `Il giorno 24 nov 2026, alle ore 09:15, ${us} ha scritto:`],
      ['nl', 'Verstuurd vanaf mijn iPhone', `Op 24 nov 2026 om 09:15 heeft ${us} het volgende geschreven:`],
      ['pt', 'Enviado do meu iPhone', `Em 24 de nov. de 2026, à(s) 09:15, ${us} escreveu:`],
      ['sv', 'Skickat från min iPhone', `24 nov. 2026 kl. 09:15 skrev ${us}:`],
      ['da', 'Sendt fra min iPhone', `Den 24. nov. 2026 kl. 09.15 skrev ${us}:`],
      ['pl', 'Wysłane z iPhone’a', `Wiadomość napisana przez ${us} w dniu 24.11.2026, o godz. 09:15:`],
      ['ja', 'iPhoneから送信', `2026/11/24 9:15、${us}のメール:`],
      ['zh', '发自我的 iPhone', `在 2026年11月24日，09:15，${us} 写道：`],
      ['ko', '나의 iPhone에서 보냄', `2026. 11. 24. 오전 9:15, ${us} 작성:`],
    ] as const
  ).map(([language, sent, attribution]) => ({
    name: `iPhone, ${language}`,
    by: iphoneBy,
    plain: apple(attribution, `${sent}\n\n`),
    encoding: 'base64' as const,
  })),
  ...Object.entries(outlookFields).map(([language, quoted]) => ({
    name: `Outlook for Windows, ${language}`,
    by: outlookBy,
    plain: aboveBare(fields(quoted)),
    html: outlookHtml(quoted),
    encoding: 'quoted-printable' as const,
    signature: outlookSignature,
  })),
  {
    name: 'Outlook for Windows, HTML alone',
    by: outlookBy,
    html: outlookHtml(outlookFields.en),
    encoding: 'quoted-printable',
    signature: outlookSignature,
  },
  {
    name: 'Outlook 2003',
    by: { 'X-Mailer': 'Microsoft Office Outlook 11' },
    plain: aboveBare(
      `-----Original Message-----\nFrom: EV Jobs [mailto:${ours}] \nSent: Tuesday, November 24, 2026 9:15 AM\nTo: ${sender.name}\nSubject: ${subject}`,
    ),
  },
  {
    name: 'Outlook 2003, de, marked',
    by: { 'X-Mailer': 'Microsoft Office Outlook 11' },
    plain: ({ text, quote }) =>
      `${text}\n\n> -----Ursprüngliche Nachricht-----\n> Von: EV Jobs [mailto:${ours}]\n> Gesendet: Dienstag, 24. November 2026 09:15\n> An: ${sender.name}\n> Betreff: ${subject}\n>\n${marked(quote)}\n`,
    encoding: 'quoted-printable',
    charset: 'utf-8',
  },
  {
    name: 'Outlook for Mac',
    by: { 'User-Agent': 'Microsoft-MacOutlook/16.103.25110922' },
    plain: aboveBare(
      `From: ${us}\nDate: Tuesday, November 24, 2026 at 9:15 AM\nTo: ${to}\nSubject: ${subject}`,
    ),
    html: outlookHtml([
      ['From:', us],
      ['Date:', 'Tuesday, November 24, 2026 at 9:15 AM'],
      ['To:', to],
      ['Subject:', subject],
    ]),
  },
  ...(['en', 'de', 'fr', 'es'] as const).map((language) => ({
    name: `Outlook on the web, ${language}`,
    by: { 'Thread-Topic': subject },
    plain: aboveBare(fields(outlookFields[language]), `${line}\n`),
    html: owaHtml(outlookFields[language]),
    encoding: 'quoted-printable' as const,
  })),
  {
    name: 'Outlook on the web, HTML alone',
    by: { 'Thread-Topic': subject },
    html: owaHtml(outlookFields.en),
    encoding: 'base64',
  },
  ...(
    [
      ['iOS, en', 'Get Outlook for iOS<https://aka.ms/o0ukef>', 'en'],
      ['Android, de', 'Outlook für Android<https://aka.ms/AAb9ysg> beziehen', 'de'],
      ['Android, fr', 'Télécharger Outlook pour Android<https://aka.ms/AAb9ysg>', 'fr'],
    ] as const
  ).map(([name, app, language]) => ({
    name: `Outlook for ${name}`,
    by: {},
    plain: aboveBare(fields(outlookFields[language]), `${app}\n${line}\n`),
    encoding: 'base64' as const,
  })),
  {
    name: 'Outlook for iOS, HTML alone',
    by: {},
    html: owaHtml(
      outlookFields.en,
      '<div id="ms-outlook-mobile-signature"><div><br></div>Get <a href="https://aka.ms/o0ukef">Outlook for iOS</a></div>',
    ),
    encoding: 'quoted-printable',
  },
  {
    name: 'Mail for Windows',
    by: {},
    plain: aboveBare(
      `From: EV Jobs\nSent: Tuesday, November 24, 2026 9:15 AM\nTo: ${sender.name}\nSubject: ${subject}`,
      'Sent from Mail for Windows\n\n',
    ),
    encoding: 'quoted-printable',
  },
  ...(
    [
      ['en', 'On 11/24/26 9:15 AM, EV Jobs wrote:'],
      ['de', 'Am 24.11.26 um 09:15 schrieb EV Jobs:'],
      ['fr', 'Le 24/11/2026 à 09:15, EV Jobs a écrit :'],
      ['es', 'El 24/11/26 a las 9:15, EV Jobs escribió:'],
      ['ru', '24.11.2026 9:15, EV Jobs пишет:'],
    ] as const
  ).map(([language, attribution]) => ({
    name: `Thunderbird, ${language}`,
    by: { 'User-Agent': 'Mozilla Thunderbird' },
    plain: above(attribution, { gap: '' }),
    encoding: '8bit' as const,
    flowed: true,
    signature: delimited,
  })),
  {
    name: 'Thunderbird, HTML alone',
    by: { 'User-Agent': 'Mozilla Thunderbird' },
    html: (text) =>
      `<!DOCTYPE html><html><head></head><body><p>${brs(text)}</p><div class="moz-cite-prefix">On 11/24/26 9:15 AM, EV Jobs wrote:<br></div><blockquote type="cite" cite="mid:task@ev.test">${originalHtml}</blockquote></body></html>`,
    encoding: '8bit',
  },
  {
    name: 'Yahoo Mail, web',
    by: { 'X-Mailer': 'WebService/1.1.24652 YMailNorrin' },
    plain: ({ text, quote }) =>
      ` ${text}\n\n    On Tuesday, November 24, 2026 at 09:15:00 AM EST, ${us} wrote:  \n \n ${quote.replaceAll('\n', '\n ')}`,
    encoding: 'quoted-printable',
  },
  {
    name: 'Yahoo Mail, web, HTML alone',
    by: { 'X-Mailer': 'WebService/1.1.24652 YMailNorrin' },
    html: (text) =>
      `<html><head></head><body><div class="ydp1yahoo-style-wrap" style="font-family:Helvetica Neue;font-size:16px;">${divs(text)}<div><br></div></div><div id="ydp2yahoo_quoted_1" class="yahoo_quoted"><div><div>On Tuesday, November 24, 2026 at 09:15:00 AM EST, ${escaped(us)} wrote:</div><div><br></div><div>${originalHtml}</div></div></div></body></html>`,
    encoding: 'quoted-printable',
  },
  {
    name: 'Yahoo Mail, Android',
    by: { 'X-Mailer': 'WebService/1.1.24652 AndroidMobile' },
    plain: ({ text, quote }) =>
      `${text}\n\nSent from Yahoo Mail on Android \n \n  On Tue, Nov 24, 2026 at 9:15, EV Jobs<${ours}> wrote:   ${quote.replaceAll('\n', ' \n')}`,
    encoding: 'quoted-printable',
  },
  {
    name: 'AOL',
    by: { 'X-Mailer': 'WebService/1.1.24652 aolwebmail' },
    plain: aboveBare(
      `-----Original Message-----\nFrom: ${us}\nTo: ${sender.address}\nSent: Tue, Nov 24, 2026 9:15 am\nSubject: ${subject}`,
    ),
  },
  {
    name: 'Proton Mail',
    by: {},
    plain: above(`On Tuesday, November 24th, 2026 at 9:15 AM, ${us} wrote:`, {
      end: 'Sent with [Proton Mail](https://proton.me/mail/home) secure email.\n\n',
    }),
    encoding: 'quoted-printable',
  },
  {
    name: 'Proton Mail, HTML alone',
    by: {},
    html: (text) =>
      `<div style="font-family: Arial, sans-serif; font-size: 14px;">${brs(text)}</div><div class="protonmail_signature_block" style="font-family: Arial, sans-serif; font-size: 14px;"><div class="protonmail_signature_block-proton">Sent with <a target="_blank" href="https://proton.me/mail/home">Proton Mail</a> secure email.</div></div><div class="protonmail_quote">On Tuesday, November 24th, 2026 at 9:15 AM, ${escaped(us)} wrote:<br><blockquote class="protonmail_quote" type="cite">${originalHtml}</blockquote><br></div>`,
    encoding: 'base64',
  },
  {
    name: 'Proton Mail, earlier',
    by: {},
    plain: above(
      `------- Original Message -------\nOn Tuesday, November 24th, 2026 at 9:15 AM, ${us} wrote:\n`,
    ),
  },
  {
    name: 'Samsung Email, en',
    by: {},
    plain: aboveBare(
      `-------- Original message --------\nFrom: ${us} \nDate: 11/24/26  9:15 AM  (GMT-05:00) \nTo: ${sender.address} \nSubject: ${subject} `,
      'Sent from my Galaxy\n\n\n',
    ),
    encoding: 'base64',
  },
  {
    name: 'Samsung Email, on one line',
    by: {},
    plain: ({ text, quote }) =>
      `${text}\nSent from my Galaxy\n-------- Original message --------From: ${us} Date: 11/24/26  9:15 AM  (GMT-05:00) To: ${sender.address} Subject: ${subject} ${quote}`,
    encoding: 'base64',
  },
  {
    name: 'Samsung Email, de',
    by: {},
    plain: aboveBare(
      `-------- Ursprüngliche Nachricht --------\nVon: ${us} \nDatum: 24.11.26  09:15  (GMT+01:00) \nAn: ${sender.address} \nBetreff: ${subject} `,
      'Von meinem/meiner Galaxy gesendet\n\n',
    ),
    encoding: 'base64',
  },
  {
    name: 'K-9 Mail',
    by: { 'User-Agent': 'K-9 Mail for Android' },
    plain: ({ text, quote }) =>
      `${text}\n\nOn November 24, 2026 9:15:00 AM GMT+01:00, ${us} wrote:\n${marked(quote, '>', '>')}\n`,
    encoding: 'quoted-printable',
    signature: '\n-- \nSent from my Android device with K-9 Mail. Please excuse my brevity.',
  },
  {
    name: 'Spark',
    by: { 'X-Readdle-Message-ID': '1@Spark' },
    plain: above(`On 24 Nov 2026 at 9:15 AM -0500, EV Jobs <${ours}>, wrote:`, { gap: '' }),
    encoding: 'quoted-printable',
  },
  {
    name: 'Fastmail',
    by: { 'User-Agent': 'Cyrus-JMAP/3.13' },
    plain: above('On Tue, Nov 24, 2026, at 9:15 AM, EV Jobs wrote:', { gap: '' }),
  },
  {
    name: 'Zoho Mail',
    by: { 'User-Agent': 'Zoho Mail', 'X-Mailer': 'Zoho Mail' },
    plain: aboveBare(`\n\n---- On Tue, 24 Nov 2026 09:15:00 -0500 ${us} wrote ----\n`),
    encoding: 'quoted-printable',
  },
  {
    name: 'Zoho Mail, marked',
    by: { 'User-Agent': 'Zoho Mail', 'X-Mailer': 'Zoho Mail' },
    plain: above(`---- On Tue, 24 Nov 2026 09:15:00 -0500  ${us} wrote --- `, { mark: ' > ' }),
    encoding: '7bit',
  },
  {
    name: 'Mutt',
    by: { 'User-Agent': 'Mutt/2.2.13 (2024-03-09)' },
    plain: above('On Tue, Nov 24, 2026 at 09:15:00AM +0000, EV Jobs wrote:', { gap: '' }),
    encoding: '8bit',
    signature: delimited,
  },
  {
    name: 'Alpine',
    by: { 'User-Agent': 'Alpine 2.26' },
    plain: above('On Tue, 24 Nov 2026, EV Jobs wrote:', { gap: '\n' }),
    encoding: '8bit',
    flowed: true,
  },
  {
    name: 'GMX, web, HTML alone',
    by: { 'X-Mailer': 'GMX Webmail' },
    html: (text) =>
      `<html><head></head><body><div style="font-family: Verdana;font-size: 12.0px;">${divs(text)}<div>&nbsp;<div style="margin: 10px 5px 5px 10px; padding: 10px 0 10px 10px; border-left: 2px solid #C3D9E5;"><div style="margin: 0 0 10px 0;"><b>Gesendet:</b>&nbsp;Dienstag, 24. November 2026 um 09:15 Uhr<br/><b>Von:</b>&nbsp;&quot;EV Jobs&quot; &lt;${ours}&gt;<br/><b>An:</b>&nbsp;${sender.address}<br/><b>Betreff:</b>&nbsp;${escaped(subject)}</div><div>${originalHtml}</div></div></div></div></body></html>`,
    encoding: 'quoted-printable',
  },
  {
    name: 'WEB.DE, app',
    by: {},
    plain: above(`Am 24.11.26 um 09:15 schrieb ${us}`, {
      end: 'Gesendet mit der WEB.DE Mail App\n\n\n',
    }),
    encoding: 'quoted-printable',
  },
  {
    name: 'Mail.ru',
    by: { 'X-Mailer': 'Mail.Ru Mailer 1.0' },
    plain: above(`\nВторник, 24 ноября 2026, 9:15 +03:00 от ${us}:`, { mark: '>' }),
    encoding: 'base64',
  },
  {
    name: 'Yandex Mail',
    by: { 'X-Mailer': 'Yamail [ http://yandex.ru ] 5.0' },
    plain: above(`24.11.2026, 09:15, "EV Jobs" <${ours}>:`, { gap: '' }),
    encoding: 'base64',
  },
  {
    name: 'Roundcube',
    by: { 'User-Agent': 'Roundcube Webmail/1.6.11' },
    plain: above('On 2026-11-24 09:15, EV Jobs wrote:', { gap: '' }),
    encoding: '8bit',
    flowed: true,
    signature: delimited,
  },
  {
    name: 'Evolution',
    by: { 'User-Agent': 'Evolution 3.56.2' },
    plain: above('On Tue, 2026-11-24 at 09:15 +0000, EV Jobs wrote:', { gap: '' }),
    encoding: 'quoted-printable',
  },
  {
    name: 'KMail',
    by: {},
    plain: above('On Tuesday, 24 November 2026 09:15:00 CET EV Jobs wrote:', { gap: '' }),
    encoding: 'quoted-printable',
  },
  {
    name: 'QQ Mail',
    by: { 'X-Mailer': 'QQMail 2.x' },
    plain: aboveBare(
      `------------------&nbsp;原始邮件&nbsp;------------------\n发件人: "EV Jobs" <${ours}>;\n发送时间:&nbsp;2026年11月24日(星期二) 上午9:15\n收件人:&nbsp;"${sender.name}"<${sender.address}>;\n主题:&nbsp;${subject}`.replaceAll(
        '&nbsp;',
        '\u00a0',
      ),
    ),
    encoding: 'base64',
  },
  {
    name: 'NetEase 163',
    by: { 'X-Mailer': 'Coremail Webmail Server' },
    plain: ({ text, quote }) =>
      `${text}\n\n\n\n\n\n\n\nAt 2026-11-24 09:15:00, "EV Jobs" <${ours}> wrote:\n${marked(quote, '>', '>')}\n`,
    encoding: 'base64',
  },
  {
    name: 'Naver',
    by: {},
    plain: aboveBare(
      `-----Original Message-----\nFrom: "EV Jobs" <${ours}>\nTo: <${sender.address}>;\nCc: \nSent: 2026-11-24 (화) 09:15:00 (GMT+09:00)\nSubject: ${subject}`,
    ),
    encoding: 'base64',
  },
  {
    name: 'HCL Notes',
    by: { 'X-Mailer': 'HCL Notes Release 14.0 November 2023' },
    plain: aboveBare(
      `From:\tEV Jobs <${ours}>\nTo:\t${sender.address}\nDate:\t11/24/2026 09:15 AM\nSubject:\t${subject}`,
      `\n\n`,
    ),
    encoding: 'quoted-printable',
  },
  {
    name: 'eM Client',
    by: { 'User-Agent': 'eM_Client/10.3.2619.0' },
    plain: aboveBare(
      `------ Original Message ------\nFrom "EV Jobs" <${ours}>\nTo ${sender.address}\nDate 11/24/2026 9:15:00 AM\nSubject ${subject}`,
    ),
    flowed: true,
    encoding: 'quoted-printable',
  },
  {
    name: 'Zimbra',
    by: { 'X-Mailer': 'Zimbra 10.1.13_GA_4792 (ZimbraWebClient)' },
    plain: aboveBare(
      `From: "EV Jobs" <${ours}>\nTo: "${sender.name}" <${sender.address}>\nSent: Tuesday, November 24, 2026 9:15:00 AM\nSubject: ${subject}`,
    ),
    encoding: 'quoted-printable',
  },
  {
    name: 'BlueMail',
    by: {},
    plain: above(`On Nov 24, 2026, at 9:15 AM, EV Jobs <mailto:${ours}> wrote:`, {
      end: '⁣Get BlueMail for Android ​\n\n',
      mark: '>',
    }),
    encoding: 'base64',
  },
  {
    name: 'Edison Mail',
    by: {},
    plain: above(`On Tue, Nov 24, 2026 at 9:15 AM, EV Jobs <${ours}> wrote:`, { end: '\n' }),
    encoding: 'quoted-printable',
  },
  {
    name: 'SOGo, a proxy that drops names',
    by: { 'User-Agent': 'SOGoMail 5.12.4' },
    plain: above(`On Tuesday, November 24, 2026 09:15 CET, ${ours} wrote:`, { gap: ' \n' }),
    encoding: 'quoted-printable',
  },
  {
    name: 'a program of an unknown language, which marks nothing',
    by: {},
    plain: ({ text, quote }) => `${text}\n\nXyz 24/11 EV Jobs qwx:\n\n${quote}\n`,
    encoding: 'quoted-printable',
  },
];

export type Fixture = { name: string; expected: string; email: Buffer; id: string };

/** Returns the header fields of a reply. */
function replyHeaders(
  replyTo: string,
  id: string,
  more: Record<string, string> = {},
): Record<string, string> {
  return {
    'Return-Path': `<${sender.address}>`,
    From: to,
    To: `EV Jobs <${replyTo}>`,
    Subject: `Re: ${subject}`,
    Date: 'Tue, 24 Nov 2026 09:20:00 -0500',
    'Message-ID': `<${id}@mail.ev.test>`,
    'In-Reply-To': '<task@ev.test>',
    References: '<task@ev.test>',
    ...more,
  };
}

function partsOf(program: Program, text: string): Buffer {
  const { plain, html, encoding = '8bit', charset = 'UTF-8', flowed } = program;
  const written = `${text}${program.signature ?? ''}`;
  const parts = [
    ...(plain
      ? [
          partOf({
            type: `text/plain; charset="${charset}"${flowed ? '; format=flowed' : ''}`,
            body: plain({ text: written, quote: original }),
            encoding,
          }),
        ]
      : []),
    ...(html ? [partOf({ type: `text/html; charset="${charset}"`, body: html(written), encoding })] : []),
  ];
  const [only] = parts;
  return only && parts.length === 1 ? only : multipart('alternative', parts);
}

/** Returns every text in the format of every program, sent to `replyTo`. */
export function fixtures(replyTo: string): Fixture[] {
  return programs.flatMap((program, number) =>
    (Object.keys(texts) as TextName[]).map((name) => {
      const id = `${number}-${name}`;
      const email = emailOf(replyHeaders(replyTo, id, program.by), partsOf(program, texts[name]));
      return { name: `${program.name}: ${name}`, expected: texts[name], email, id };
    }),
  );
}

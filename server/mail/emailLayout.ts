import { lightenedOn } from '../../src/contract/firm.ts';
import { isWideLogo } from '../../src/contract/firmSettings.ts';
import { asOneLine, quotedLines } from '../../src/contract/lines.ts';
import { type Letterhead, noLetterhead } from '../data/firm.ts';
import type { Email, EmailKind } from '../data/notify/email.ts';
import { Html, html } from './html.ts';

/** `firstName` is `''` for somebody who has no account; `firm` writes to them, `EV Jobs` where it is left out or has no name. */
export type Addressee = { email: string; firstName: string; firm?: Letterhead };

export type Link = { text: string; link: string };

/** A block of an email: a paragraph, a list, what opens by a tap, or a quoted message below the name of its author. */
export type Block =
  | string
  | { list: readonly string[] }
  | { links: readonly Link[] }
  | { quote: string; by: string };

export type Draft = {
  kind: EmailKind;
  /** The very first line. */
  first?: string;
  subject: string;
  blocks: readonly Block[];
  /** The call to action. */
  action?: Link;
  /** Why the user gets this email, and how to unsubscribe. */
  small?: { text: string; links: readonly Link[] };
  unsubscribe?: string;
};

const sheets = { light: '#fdfcf9', dark: '#1a2438' };

const light = {
  page: 'background:#f1eee6;color:#1d2330',
  sheet: `background:${sheets.light};border-color:#d6d1c4`,
  rule: 'border-color:#1f3f9e',
  soft: 'color:#4b5361',
  link: 'color:#1f3f9e',
  button: 'background:#1f3f9e;color:#ffffff',
};

const dark: typeof light = {
  page: 'background:#121a2b;color:#eef2f7',
  sheet: `background:${sheets.dark};border-color:#3a4760`,
  rule: 'border-color:#9dbdf5',
  soft: 'color:#b6c2d3',
  link: 'color:#9dbdf5',
  button: 'background:#9dbdf5;color:#101a30',
};

/** Inline styles, which every mail program reads. Dark colors are in the head, which only some read. */
const shape = {
  page: 'margin:0;padding:16px;font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,sans-serif',
  sheet:
    'max-width:560px;margin:0 auto;padding:20px;border-width:1px;border-style:solid;border-radius:3px;overflow-wrap:anywhere',
  brand: 'margin:0 0 16px;font-weight:700',
  logo: 'max-width:100%;border:0;border-radius:3px',
  /** Tables and lists keep their columns and indents. */
  quote:
    'margin:4px 0 16px;padding:0 0 0 12px;border-left-width:3px;border-left-style:solid;white-space:pre-wrap',
  by: 'margin:16px 0 0;font-size:14px',
  button: 'display:inline-block;padding:12px 20px;border-radius:3px;text-decoration:none;font-weight:600',
  small: 'font-size:14px',
  link: 'display:inline-block;padding:12px 0 11px',
  list: 'padding:0 0 0 20px',
} as const;

type Styles = typeof light;

/** Returns the styles of a firm: its color, in the dark as much lighter as it takes to be read. */
function stylesOf({ color }: Letterhead): { light: Styles; dark: Styles } {
  if (color === '') return { light, dark };
  const accented = (given: Styles, accent: string, ground: string) => ({
    ...given,
    rule: `border-color:${accent}`,
    link: `color:${accent}`,
    button: `background:${accent};color:${ground}`,
  });
  return {
    light: accented(light, color, '#ffffff'),
    dark: accented(dark, lightenedOn(sheets.dark, color), '#101a30'),
  };
}

const darkRules = (rules: Styles) =>
  Object.entries(rules)
    .map(([name, rule]) => `.${name}{${rule.replaceAll(';', '!important;')}!important}`)
    .join('');

const head = (
  rules: Styles,
) => html`<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<style>:root{color-scheme:light dark;supported-color-schemes:light dark}@media(prefers-color-scheme:dark){${new Html(darkRules(rules))}}</style>`;

/** Returns a text with its line breaks as `<br>`. */
function lines(text: string): Html[] {
  return text.split(/\r?\n/).flatMap((line, index) => (index === 0 ? [html`${line}`] : [html`<br>${line}`]));
}

/** Returns what an email has at its head, and how it is signed: the firm's name above its address. */
function namesOf({ name, address }: Letterhead): { brand: string; team: string } {
  if (name === '') return { brand: 'EV Jobs', team: 'The EV Jobs team' };
  return { brand: name, team: address === '' ? name : `${name}\n${address}` };
}

/** Pixels of an email that the logo may take. */
const logoSize = { width: 240, height: 48 };
/** The Content-ID of the logo. */
export const logoCid = 'logo@ev-jobs';

/** Returns the firm's name, below its logo; a wide one has the name in it. */
function brandHtml(firm: Letterhead): Html {
  const { brand } = namesOf(firm);
  if (!firm.logo || firm.picture === null) return html`${brand}`;
  const { width, height } = firm.logo;
  const scale = Math.min(logoSize.width / width, logoSize.height / height);
  const [shownWidth, shownHeight] = [Math.round(width * scale), Math.round(height * scale)];
  const picture = html`<img src="cid:${logoCid}" alt="${brand}" width="${shownWidth}" height="${shownHeight}" style="${shape.logo}">`;
  return isWideLogo(firm.logo) ? picture : html`${picture}<br>${brand}`;
}

function blockHtml(block: Block, light: Styles): Html {
  if (typeof block === 'string') return html`<p>${block}</p>\n`;
  if ('list' in block)
    return html`<ul style="${shape.list}">${block.list.map((item) => html`<li>${item}</li>`)}</ul>\n`;
  if ('links' in block) return html`<p>${block.links.map((link) => linkHtml(link, light))}</p>\n`;
  return html`<p class="soft" style="${shape.by};${light.soft}">${block.by}</p>
<blockquote class="rule" style="${shape.quote};${light.rule}">${lines(block.quote)}</blockquote>\n`;
}

/** Returns a link on a line of its own, large enough to tap. */
function linkHtml({ text, link }: Link, light: Styles): Html {
  return html`<br><a class="link" style="${shape.link};${light.link}" href="${link}">${text}</a>`;
}

function actionHtml({ text, link }: Link, light: Styles): Html {
  return html`<p><a class="button" style="${shape.button};${light.button}" href="${link}">${text}</a></p>
<p class="soft" style="${shape.small};${light.soft}">If the button doesn’t work, copy and paste this link into your browser: ${link}</p>\n`;
}

function greeting(firstName: string): string {
  return firstName === '' ? 'Hello,' : `Hi ${firstName},`;
}

function htmlOf({ firstName, firm = noLetterhead }: Addressee, draft: Draft): Html {
  const { first, subject, blocks, action, small } = draft;
  const { light, dark } = stylesOf(firm);
  const { team } = namesOf(firm);
  return html`<!doctype html>
<html lang="en"><head>${head(dark)}<title>${subject}</title></head>
<body class="page" style="${shape.page};${light.page}"><div class="sheet" style="${shape.sheet};${light.sheet}">
${first === undefined ? '' : html`<p class="soft" style="${shape.small};${light.soft}">${first}</p>\n`}<p style="${shape.brand}">${brandHtml(firm)}</p>
<p>${greeting(firstName)}</p>
${blocks.map((block) => blockHtml(block, light))}${action ? actionHtml(action, light) : ''}<p>${lines(team)}</p>
${
  small
    ? html`<p class="soft" style="${shape.small};${light.soft}">${small.text}${small.links.map((link) => linkHtml(link, light))}</p>\n`
    : ''
}</div></body></html>
`;
}

function blockText(block: Block): string {
  if (typeof block === 'string') return block;
  if ('list' in block) return block.list.map((item) => `- ${item}`).join('\n');
  if ('links' in block) return block.links.map(({ text, link }) => `- ${text}:\n  ${link}`).join('\n');
  return `${block.by}\n${quotedLines(block.quote)}`;
}

function textOf(
  { firstName, firm = noLetterhead }: Addressee,
  { first, blocks, action, small }: Draft,
): string {
  const parts = [
    ...(first === undefined ? [] : [first]),
    greeting(firstName),
    ...blocks.map(blockText),
    ...(action ? [`${action.text}:\n${action.link}`] : []),
    namesOf(firm).team,
    ...(small ? [small.text, ...small.links.map(({ text, link }) => `${text}:\n${link}`)] : []),
  ];
  return `${parts.join('\n\n')}\n`;
}

function onOneLine(block: Block): Block {
  if (typeof block === 'string') return asOneLine(block);
  if ('list' in block) return { list: block.list.map(asOneLine) };
  if ('links' in block) return { links: block.links.map((one) => ({ ...one, text: asOneLine(one.text) })) };
  return { ...block, by: asOneLine(block.by) };
}

/** Renders a draft as HTML and as plain text with the same content. It loads nothing from any host. */
export function renderEmail({ email, ...addressee }: Addressee, given: Draft): Email {
  const { kind, unsubscribe } = given;
  const subject = asOneLine(given.subject);
  const to = { email, ...addressee, firstName: asOneLine(addressee.firstName) };
  // Texts by users may be older than the rule that they are a single line.
  const draft = { ...given, subject, blocks: given.blocks.map(onOneLine) };
  const { firm = noLetterhead } = to;
  return {
    ...{ kind, to: email, subject, text: textOf(to, draft), html: htmlOf(to, draft).source },
    ...(unsubscribe !== undefined && { unsubscribe }),
    ...(firm.picture !== null && { logo: firm.picture.toString('base64') }),
  };
}

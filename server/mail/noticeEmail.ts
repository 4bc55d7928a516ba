import { jobStatuses } from '../../src/contract/enums.ts';
import { asOneLine } from '../../src/contract/lines.ts';
import { readyText } from '../data/notify/delivered.ts';
import type { Email } from '../data/notify/email.ts';
import type { EmailContent, EmailEntry } from '../data/notify/emailContent.ts';
import { type Block, type Draft, type Link, renderEmail } from './emailLayout.ts';
import { replyMarker } from './replyMarker.ts';
import { capitalised, counted, listed } from './words.ts';

type Message = Extract<EmailEntry, { kind: 'message' }>;
type Delivery = Extract<EmailEntry, { kind: 'delivery' }>;

/** Further messages are read in the chat. */
const mostQuotes = 10;
const quoteLength = 1500;
/** Further files are listed on the page of the job. */
const mostFiles = 30;

function messagesIn(entries: readonly EmailEntry[]): Message[] {
  return entries.filter((entry) => entry.kind === 'message');
}

/** Returns the sender's side as the recipient knows it: EV for clients, the job's client for staff. */
function otherSide({ readerIsStaff, job: { reporter, company } }: EmailContent): string {
  if (!readerIsStaff) return 'EV';
  return company === '' ? reporter : `${reporter} (${company})`;
}

function newMessages(content: EmailContent, count: number): string {
  return `${counted(count, 'a new message', 'new messages')} from ${otherSide(content)}`;
}

/** Returns a short text for each kind of event, for the subject. */
function eventTexts(content: EmailContent): string[] {
  const { entries } = content;
  const has = (kind: EmailEntry['kind']) => entries.some((entry) => entry.kind === kind);
  const messages = messagesIn(entries).length;
  const status = entries.find((entry) => entry.kind === 'status');
  return [
    ...(has('new-job') ? ['a new job'] : []),
    ...(has('assignment') ? ['a job assigned to you'] : []),
    ...(has('mention') ? ['a mention in a staff note'] : []),
    ...(messages > 0 ? [newMessages(content, messages)] : []),
    ...(status ? [`status changed to ${status.to}`] : []),
    ...(has('withdrawal') ? ['a deliverable was withdrawn'] : []),
    ...(has('tracking') ? ['a tracking number'] : []),
  ];
}

/** Returns everything that was delivered. */
function deliveredIn({ entries }: EmailContent): Delivery['delivered'] {
  return entries.flatMap((entry) => (entry.kind === 'delivery' ? entry.delivered : []));
}

/** Returns the subject: what is ready first, which is what the recipient waits for. */
function subjectOf(content: EmailContent, name: string): string {
  const delivered = deliveredIn(content);
  if (delivered.length > 0) return `${readyText(delivered, content.job.isStamped)}: ${name}`;
  const onlyMessages = content.entries.every(({ kind }) => kind === 'message');
  return `${capitalised(listed(eventTexts(content)))}${onlyMessages ? ' about ' : ': '}${name}`;
}

/** Returns the address of a job's deliverables, or of one of its plans. */
function deliveredAt(publicUrl: string, { jobId }: EmailContent['job'], plan = ''): string {
  const id = encodeURIComponent(jobId);
  return plan === ''
    ? `${publicUrl}/jobs/update/${id}#deliverables`
    : `${publicUrl}/plans/${id}/${encodeURIComponent(plan)}`;
}

/** Lists what was delivered by name, each document a link to it, and says what comes next. */
function deliveryBlocks(content: EmailContent, name: string, publicUrl: string): Block[] {
  const delivered = deliveredIn(content);
  if (delivered.length === 0) return [];
  const { job, entries } = content;
  const documents = delivered.filter((one) => one.name !== '');
  const left = documents.length - mostFiles;
  const shipped = delivered.filter((one) => one.name === '');
  const isDone = entries.some((entry) => entry.kind === 'status' && entry.to === jobStatuses.COMPLETED);
  return [
    `${readyText(delivered, job.isStamped)}. Delivered on ${name}:`,
    ...(documents.length > 0
      ? [
          {
            links: documents
              .slice(0, mostFiles)
              .map((one) => ({ text: one.name, link: deliveredAt(publicUrl, job, one.plan) })),
          },
        ]
      : []),
    ...(left > 0 ? [`${counted(left, '1 more', 'more')} in the app.`] : []),
    ...(shipped.length > 0
      ? [{ list: shipped.map((one) => ['Wet stamps', one.shipment].filter(Boolean).join(', ')) }]
      : []),
    isDone
      ? 'This job is done. If something needs to change, request a revision on the job’s page.'
      : 'EV will tell you when the job is done. If something needs to change, write in the job’s chat.',
  ];
}

/** Describes an entry in a sentence. */
export function lineOf(
  entry: Exclude<EmailEntry, Message | Delivery>,
  { readerIsStaff, hasTexts }: Written,
): string {
  if (entry.kind === 'new-job') {
    return readerIsStaff ? `${entry.by} submitted this job.` : `${entry.by} submitted this job for you.`;
  }
  if (entry.kind === 'assignment') return `${entry.by} assigned this job to you.`;
  if (entry.kind === 'mention') return `${entry.by} mentioned you in a staff note.`;
  if (entry.kind === 'status') {
    const change = `Status changed from ${entry.from} to ${entry.to}.`;
    if (!entry.reason) return change;
    return hasTexts ? `${change} Reason: ${asOneLine(entry.reason)}` : `${change} The reason is in the chat.`;
  }
  if (entry.kind === 'withdrawal') {
    const reason = hasTexts ? ` Reason: ${asOneLine(entry.reason)}` : '';
    return `EV withdrew ${entry.name}. You can’t open it anymore.${reason}`;
  }
  return `Tracking number: ${entry.number}`;
}

function quoteOf({ by, content, files }: Message): Block {
  const characters = [...content];
  const cut =
    characters.length > quoteLength ? `${characters.slice(0, quoteLength).join('').trimEnd()}…` : content;
  const attached = files > 0 ? `(${counted(files, '1 file', 'files')} attached)` : '';
  return { by: `${by} wrote:`, quote: [cut, attached].filter(Boolean).join('\n') };
}

/** Returns the messages as quotes. Staff notes are never quoted: an email is forwarded, also to clients. */
function messageBlocks(content: Written): Block[] {
  const messages = messagesIn(content.entries);
  if (!content.hasTexts) return [];
  const left = messages.length - mostQuotes;
  const more = left > 0 ? [`${counted(left, '1 more message', 'more messages')} in the chat.`] : [];
  return [...messages.slice(0, mostQuotes).map(quoteOf), ...more];
}

function linesOf(content: Written): string[] {
  const { entries, hasTexts } = content;
  const messages = messagesIn(entries).length;
  const lines = entries.flatMap((entry) =>
    entry.kind === 'message' || entry.kind === 'delivery' ? [] : [lineOf(entry, content)],
  );
  return messages > 0 && !hasTexts ? [...lines, `${capitalised(newMessages(content, messages))}.`] : lines;
}

/** Returns how a reply gets into the chat, and what of it. */
function replyHint(content: EmailContent): string {
  return `Reply to this email to answer ${otherSide(content)}. Your text and files are posted in the job’s chat, without the quoted email.`;
}

/** Returns what the button opens. */
function actionOf(content: EmailContent, publicUrl: string): Link {
  const { entries, job } = content;
  const id = encodeURIComponent(job.jobId);
  const page = `${publicUrl}/jobs/update/${id}`;
  if (entries.every(({ kind }) => kind === 'mention'))
    return { text: 'Open staff notes', link: `${page}?view=notes` };
  const areDeliverables =
    deliveredIn(content).length > 0 || entries.every(({ kind }) => kind === 'withdrawal');
  return areDeliverables
    ? { text: 'Open deliverables', link: deliveredAt(publicUrl, job) }
    : { text: 'Open chat', link: `${page}?chat=${id}` };
}

/** Content as an email says it. */
type Written = EmailContent & {
  /** Whether it quotes what people wrote. */
  hasTexts: boolean;
};

/** How an email about a job is written. */
export type EmailStyle = {
  /** The app's own origin. */
  publicUrl: string;
  /** Of its links, from `newMailToken`. */
  token: string;
  /** The address at which a reply becomes a message of the job; undefined where replies are not delivered. */
  replyTo?: string | undefined;
  /** Whether it quotes messages and reasons. What it does not quote, it invites nobody to answer. */
  hasTexts: boolean;
};

/** "Maple Street (EV-17)" */
export function jobLabel({ job }: EmailContent): string {
  return `${job.project} (${job.jobCode})`;
}

/** Returns the end of an email about jobs: why it is sent, and how to end that. */
export function jobEmailEnd(
  { mail }: EmailContent['settings'],
  { publicUrl, token, replyTo }: EmailStyle,
): Pick<Draft, 'small' | 'unsubscribe'> {
  const unsubscribe = `${publicUrl}/api/mail/unsubscribe/${token}`;
  const undelivered =
    replyTo === undefined ? 'Reply in EV Jobs. Replies to this email aren’t delivered. ' : '';
  const why =
    mail === 'ALWAYS'
      ? 'you chose to always get job emails'
      : 'notifications are off on all your devices, or none of them was in use for two weeks';
  return {
    small: {
      text: `${undelivered}You’re getting this email because ${why}.`,
      links: [
        { text: 'Manage notifications', link: `${publicUrl}/account` },
        { text: 'Unsubscribe', link: unsubscribe },
      ],
    },
    unsubscribe,
  };
}

/** Returns the email about the events of one job. Its only link with a token is the one that unsubscribes. */
export function noticeEmail(given: EmailContent, style: EmailStyle): Email {
  const { publicUrl, hasTexts } = style;
  const content = { ...given, hasTexts };
  const replyTo = hasTexts ? style.replyTo : undefined;
  const { to, settings } = content;
  const name = jobLabel(content);
  const lines = linesOf(content);
  const delivery = deliveryBlocks(content, name, publicUrl);
  const email = renderEmail(to, {
    kind: 'notice',
    ...(replyTo !== undefined && { first: replyMarker }),
    subject: subjectOf(content, name),
    blocks: [
      ...(delivery.length > 0 ? delivery : [`Here’s what’s new on ${name}:`]),
      ...(delivery.length > 0 && lines.length > 0 ? ['Also new:'] : []),
      ...(lines.length > 0 ? [{ list: lines }] : []),
      ...messageBlocks(content),
      ...(replyTo === undefined ? [] : [replyHint(content)]),
    ],
    action: actionOf(content, publicUrl),
    ...jobEmailEnd(settings, { ...style, replyTo }),
  });
  return replyTo === undefined ? email : { ...email, replyTo };
}

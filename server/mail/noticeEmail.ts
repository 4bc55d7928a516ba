import { asOneLine } from '../../src/contract/lines.ts';
import type { Email } from '../data/notify/email.ts';
import type { EmailContent, EmailEntry } from '../data/notify/emailContent.ts';
import { type Block, renderEmail } from './emailLayout.ts';
import { replyMarker } from './replyMarker.ts';

type Message = Extract<EmailEntry, { kind: 'message' }>;
type Mention = Extract<EmailEntry, { kind: 'mention' }>;

/** Further messages are read in the chat. */
const mostQuotes = 10;
const quoteLength = 1500;

function counted(count: number, one: string, many: string): string {
  return count === 1 ? one : `${count} ${many}`;
}

function listed(parts: readonly string[]): string {
  return new Intl.ListFormat('en').format(parts);
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

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
  const results = entries.reduce((sum, entry) => sum + (entry.kind === 'results' ? entry.count : 0), 0);
  const status = entries.find((entry) => entry.kind === 'status');
  return [
    ...(has('new-job') ? ['a new job'] : []),
    ...(has('assignment') ? ['a job assigned to you'] : []),
    ...(has('mention') ? ['a mention in a staff note'] : []),
    ...(messages > 0 ? [newMessages(content, messages)] : []),
    ...(status ? [`status changed to ${status.to}`] : []),
    ...(results > 0 ? [counted(results, 'a deliverable', 'deliverables')] : []),
    ...(has('tracking') ? ['a tracking number'] : []),
  ];
}

function lineOf(entry: Exclude<EmailEntry, Message>, { readerIsStaff }: EmailContent): string {
  if (entry.kind === 'new-job') {
    return readerIsStaff ? `${entry.by} submitted this job.` : `${entry.by} submitted this job for you.`;
  }
  if (entry.kind === 'assignment') return `${entry.by} assigned this job to you.`;
  if (entry.kind === 'mention') return `${entry.by} mentioned you in a staff note.`;
  if (entry.kind === 'status') {
    const change = `Status changed from ${entry.from} to ${entry.to}.`;
    return entry.reason ? `${change} Reason: ${asOneLine(entry.reason)}` : change;
  }
  if (entry.kind === 'results')
    return `${counted(entry.count, '1 deliverable was', 'deliverables were')} added.`;
  return `Tracking number: ${entry.number}`;
}

function quoteOf(entry: Message | Mention): Block {
  const { by, content } = entry;
  const files = entry.kind === 'message' ? entry.files : 0;
  const characters = [...content];
  const cut =
    characters.length > quoteLength ? `${characters.slice(0, quoteLength).join('').trimEnd()}…` : content;
  const attached = files > 0 ? `(${counted(files, '1 file', 'files')} attached)` : '';
  const said = entry.kind === 'message' ? `${by} wrote:` : `${by} wrote in a staff note:`;
  return { by: said, quote: [cut, attached].filter(Boolean).join('\n') };
}

/** Returns the messages and the notes as quotes, if the recipient has turned previews on. */
function messageBlocks(content: EmailContent): Block[] {
  const messages = messagesIn(content.entries);
  if (!content.settings.previews) return [];
  const left = messages.length - mostQuotes;
  const more = left > 0 ? [`${counted(left, '1 more message', 'more messages')} in the chat.`] : [];
  const mentions = content.entries.filter((entry) => entry.kind === 'mention');
  return [
    ...mentions.slice(0, mostQuotes).map(quoteOf),
    ...messages.slice(0, mostQuotes).map(quoteOf),
    ...more,
  ];
}

function linesOf(content: EmailContent): string[] {
  const { entries, settings } = content;
  const messages = messagesIn(entries).length;
  const lines = entries.flatMap((entry) => (entry.kind === 'message' ? [] : [lineOf(entry, content)]));
  return messages > 0 && !settings.previews
    ? [...lines, `${capitalised(newMessages(content, messages))}.`]
    : lines;
}

/** Returns how a reply gets into the chat, and what of it. */
function replyHint(content: EmailContent): string {
  return `Reply to this email to answer ${otherSide(content)}. Your text and files are posted in the job’s chat, without the quoted email.`;
}

/**
 * Returns the email about the events of one job. Its only link with a token is the one that unsubscribes.
 *
 * @param publicUrl the app's own origin
 * @param token of its links, from `newMailToken`
 * @param replyTo the address at which a reply becomes a message of the job; undefined where replies are not delivered
 */
export function noticeEmail(
  content: EmailContent,
  publicUrl: string,
  token: string,
  replyTo?: string,
): Email {
  const { to, job, settings } = content;
  const id = encodeURIComponent(job.jobId);
  const name = `${job.project} (${job.jobCode})`;
  const summary = capitalised(listed(eventTexts(content)));
  const isOnlyMentions = content.entries.every(({ kind }) => kind === 'mention');
  const onlyMessages = content.entries.every(({ kind }) => kind === 'message');
  const unsubscribe = `${publicUrl}/api/mail/unsubscribe/${token}`;
  const lines = linesOf(content);
  const email = renderEmail(to, {
    kind: 'notice',
    ...(replyTo !== undefined && { first: replyMarker }),
    subject: `${summary}${onlyMessages ? ' about ' : ': '}${name}`,
    blocks: [
      `Here’s what’s new on ${name}:`,
      ...(lines.length > 0 ? [{ list: lines }] : []),
      ...messageBlocks(content),
      ...(replyTo === undefined ? [] : [replyHint(content)]),
    ],
    action: isOnlyMentions
      ? { text: 'Open staff notes', link: `${publicUrl}/jobs/update/${id}?view=notes` }
      : { text: 'Open chat', link: `${publicUrl}/jobs/update/${id}?chat=${id}` },
    small: {
      text: `${replyTo === undefined ? 'Reply in EV Jobs. Replies to this email aren’t delivered. ' : ''}You’re getting this email because ${
        settings.mail === 'ALWAYS'
          ? 'you chose to always get job emails'
          : 'notifications are off on all your devices'
      }.`,
      links: [
        { text: 'Manage notifications', link: `${publicUrl}/account` },
        { text: 'Unsubscribe', link: unsubscribe },
      ],
    },
    unsubscribe,
  });
  return replyTo === undefined ? email : { ...email, replyTo };
}

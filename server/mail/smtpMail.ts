import { createTransport } from 'nodemailer';
import { logoCid } from './emailLayout.ts';
import { type Mail, sanitizeEmail } from './mail.ts';

/** No retries and short timeouts, because our own queue retries. */
const timeouts = { maxRequeues: 0, connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 10_000 };

/** Returns the headers with which a mail program shows its own unsubscribe button (RFC 8058). */
function listHeaders(unsubscribe: string | undefined): Record<string, string> {
  if (unsubscribe === undefined) return {};
  return { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** Returns the envelope of an automatic answer, to which nothing can be answered (RFC 3834), and its place in the conversation. */
function answerFields(to: string, messageId: string): object {
  const thread = /^<[^<>\s]+>$/.test(messageId) ? { inReplyTo: messageId, references: messageId } : {};
  return { envelope: { from: '', to }, ...thread };
}

/** Returns the part with the logo, which the HTML shows: no program asks whether it may load it, and nothing is told that it was. */
function logoPart(png: string) {
  return {
    ...{ filename: 'logo.png', contentType: 'image/png', content: Buffer.from(png, 'base64') },
    ...{ cid: logoCid, contentDisposition: 'inline' as const },
  };
}

/**
 * Sends emails through a mail server.
 *
 * @param url `smtp://user:password@host:587` or `smtps://…`
 * @param from the sender, e.g. `EV Jobs <jobs@example.com>`
 */
export function smtpMail(url: string, from: string): Mail {
  const domain = from.replace(/^.*@/, '').replace(/>.*$/, '');
  const senderName = /^\s*"?([^"<]*?)"?\s*</.exec(from)?.[1] ?? '';
  // Nothing in an email may make the transport read files or addresses.
  const transport = createTransport(
    { url, pool: true, ...timeouts },
    { from, disableFileAccess: true, disableUrlAccess: true },
  );
  return {
    async send(email) {
      const { to, subject, text, html, emailId, unsubscribe, replyTo, answers, logo } = sanitizeEmail(email);
      await transport.sendMail({
        to: { name: '', address: to },
        subject,
        text,
        html,
        ...(logo !== undefined && { attachments: [logoPart(logo)] }),
        messageId: `<${emailId}@${domain}>`,
        ...(replyTo !== undefined && { replyTo: { name: senderName, address: replyTo } }),
        ...(answers !== undefined && answerFields(to, answers)),
        // Suppresses automatic replies: the first of programs that follow RFC 3834, the second of Exchange.
        headers: {
          'Auto-Submitted': answers === undefined ? 'auto-generated' : 'auto-replied',
          'X-Auto-Response-Suppress': 'OOF, AutoReply',
          ...listHeaders(unsubscribe),
        },
      });
    },
    async close() {
      transport.close();
    },
  };
}

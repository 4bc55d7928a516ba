import { createTransport } from 'nodemailer';
import { isLoopbackName } from '../push/publicHost.ts';
import { logoCid } from './emailLayout.ts';
import { type Mail, sanitizeEmail } from './mail.ts';
import { senderNameOf } from './replyConfig.ts';

/**
 * No retries, because our own queue retries. A server may greet late on purpose, and looks through an email before it answers: who leaves
 * meanwhile sends twice what has arrived (RFC 5321, 4.5.3.2).
 */
const timeouts = {
  maxRequeues: 0,
  connectionTimeout: 10_000,
  greetingTimeout: 60_000,
  socketTimeout: 240_000,
};

/** Returns the headers with which a mail program shows its own unsubscribe button (RFC 8058). */
function listHeaders(unsubscribe: string | undefined): Record<string, string> {
  if (unsubscribe === undefined) return {};
  return { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** Returns the place of an email behind another one, which need not have been sent. */
function threadOf(messageId: string): object {
  return /^<[^<>\s]+>$/.test(messageId) ? { inReplyTo: messageId, references: messageId } : {};
}

/** Whether a mail server answered with 5xx. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'responseCode' in error && Number(error.responseCode) >= 500;
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
  const senderName = senderNameOf(from);
  const { hostname, username } = new URL(url);
  // A password never goes over a network unencrypted.
  const requireTLS = username !== '' && !isLoopbackName(hostname);
  // Nothing in an email may make the transport read files or addresses.
  const transport = createTransport(
    // Exchange Online takes three connections of an account.
    { url, pool: true, maxConnections: 3, requireTLS, ...timeouts },
    { from, disableFileAccess: true, disableUrlAccess: true },
  );
  return {
    async send(email) {
      const { to, subject, text, html, emailId, unsubscribe, replyTo, thread, answers, logo } =
        sanitizeEmail(email);
      const first = answers ?? (thread === undefined ? '' : `<job-${thread}@${domain}>`);
      const message = {
        to: { name: '', address: to },
        subject,
        text,
        html,
        ...(logo !== undefined && { attachments: [logoPart(logo)] }),
        messageId: `<${emailId}@${domain}>`,
        ...(replyTo !== undefined && { replyTo: { name: senderName, address: replyTo } }),
        ...threadOf(first),
        // Suppresses automatic replies: the first of programs that follow RFC 3834, the second of Exchange.
        headers: {
          'Auto-Submitted': answers === undefined ? 'auto-generated' : 'auto-replied',
          'X-Auto-Response-Suppress': 'OOF, AutoReply',
          ...listHeaders(unsubscribe),
        },
      };
      // Nothing can be answered to an automatic answer (RFC 3834); services like Amazon's take none without a sender.
      const unanswerable = { ...message, envelope: { from: '', to } };
      if (answers === undefined) await transport.sendMail(message);
      else
        await transport.sendMail(unanswerable).catch((error: unknown) => {
          if (!isRefusal(error)) throw error;
          return transport.sendMail(message);
        });
    },
    async close() {
      transport.close();
    },
  };
}

import { createTransport } from 'nodemailer';
import { type Mail, sanitizeEmail } from './mail.ts';

/** No retries and short timeouts, because our own queue retries. */
const patience = { maxRequeues: 0, connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 10_000 };

/** Returns the headers with which a mail program shows its own unsubscribe button (RFC 8058). */
function listHeaders(unsubscribe: string | undefined): Record<string, string> {
  if (unsubscribe === undefined) return {};
  return { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/**
 * Sends emails through a mail server.
 *
 * @param url `smtp://user:password@host:587` or `smtps://…`
 * @param from the sender, e.g. `EV Jobs <jobs@example.com>`
 */
export function smtpMail(url: string, from: string): Mail {
  const domain = from.replace(/^.*@/, '').replace(/>.*$/, '');
  // Nothing in an email may make the transport read files or addresses.
  const transport = createTransport(
    { url, pool: true, ...patience },
    { from, disableFileAccess: true, disableUrlAccess: true },
  );
  return {
    async send(email) {
      const { to, subject, text, html, emailId, unsubscribe } = sanitizeEmail(email);
      await transport.sendMail({
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: `<${emailId}@${domain}>`,
        // Suppresses automatic replies (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated', ...listHeaders(unsubscribe) },
      });
    },
    async close() {
      transport.close();
    },
  };
}

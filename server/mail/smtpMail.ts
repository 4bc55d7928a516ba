import { createTransport } from 'nodemailer';
import { type Mail, sanitizeEmail } from './mail.ts';

/** Once and not for long: our own queue tries again. */
const patience = { maxRequeues: 0, connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 10_000 };

/** RFC 8058: the mail program shows a button of its own that posts to the address. */
function listHeaders(unsubscribe: string | undefined): Record<string, string> {
  if (unsubscribe === undefined) return {};
  return { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/**
 * Sends through a mail server.
 *
 * @param url `smtp://user:password@host:587` or `smtps://…`
 * @param from the sender, e.g. `EV Jobs <jobs@example.com>`
 */
export function smtpMail(url: string, from: string): Mail {
  const domain = from.replace(/^.*@/, '').replace(/>.*$/, '');
  // The address of the server decides where emails go and what is read from disk: nothing in an email may.
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
        // RFC 3834: nobody's holiday notice answers it.
        headers: { 'Auto-Submitted': 'auto-generated', ...listHeaders(unsubscribe) },
      });
    },
    async close() {
      transport.close();
    },
  };
}

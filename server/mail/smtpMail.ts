import { createTransport } from 'nodemailer';
import { type Mail, safeLetter } from './mail.ts';

/**
 * Sends through a mail server.
 *
 * @param url `smtp://user:password@host:587` or `smtps://…`
 * @param from the sender, e.g. `EV Jobs <jobs@example.com>`
 */
export function smtpMail(url: string, from: string): Mail {
  // The address of the server decides where letters go and what is read from disk: nothing in a letter may.
  const transport = createTransport(
    { url, pool: true, connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 10_000 },
    { from, disableFileAccess: true, disableUrlAccess: true },
  );
  return {
    async send(letter) {
      const { to, subject, text, html } = safeLetter(letter);
      await transport.sendMail({ to: { name: '', address: to }, subject, text, html });
    },
    async close() {
      transport.close();
    },
  };
}

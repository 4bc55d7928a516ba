import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { FastifyBaseLogger } from 'fastify';
import { SMTPServer } from 'smtp-server';
import { isReplyAddress } from '../mail/replyAddress.ts';
import type { ReplyReceiver } from './imapReceiver.ts';
import { maxEmailBytes } from './readEmail.ts';
import type { TakeReply } from './replies.ts';

function smtpError(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}

/**
 * Opens a mail server on loopback that accepts replies, for development and tests. It verifies no sender.
 *
 * @param options.port 0 for any free one
 */
export async function openSmtpReceiver(
  { port, address }: { port: number; address: string },
  takeReply: TakeReply,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<ReplyReceiver & { port: number }> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: maxEmailBytes,
    closeTimeout: 1000,
    onRcptTo: ({ address: recipient }, _session, done) =>
      done(isReplyAddress(recipient, address) ? null : smtpError(550, 'No such address')),
    onData: async (stream, { envelope }, done) => {
      try {
        const raw = await buffer(stream);
        if (stream.sizeExceeded) return done(smtpError(552, 'The email is too large'));
        await takeReply(raw, {
          returnPath: envelope.mailFrom ? envelope.mailFrom.address : '',
          recipients: envelope.rcptTo.map(({ address: recipient }) => recipient),
        });
        done();
      } catch (error) {
        log.error({ err: error }, 'an email could not be taken');
        done(smtpError(451, 'Try again later'));
      }
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

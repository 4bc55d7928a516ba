import type { AddressInfo, Socket } from 'node:net';
import hoodiecrow from 'hoodiecrow-imap';

export type ImapServer = {
  /** `imap://…` with the password in it. */
  url: string;
  /** Delivers an email to the mailbox, as the mail server does. */
  deliver(raw: Buffer): void;
  /** How many whole emails were fetched, or are being fetched. */
  fetches(): number;
  /** The flags of the emails in the mailbox, in their order. */
  flags(): string[][];
  /** Cuts all connections. */
  cut(): void;
  close(): Promise<void>;
};

/**
 * Starts a real IMAP server on this machine, with an empty mailbox.
 *
 * @param options.keepsMarks whether it stores that an email was seen
 */
export async function openImapServer({ port = 0, keepsMarks = true } = {}): Promise<ImapServer> {
  const imap = hoodiecrow({
    plugins: [
      'ID',
      'IDLE',
      'ENABLE',
      'CONDSTORE',
      'SASL-IR',
      'AUTH-PLAIN',
      'NAMESPACE',
      'LITERALPLUS',
      'UNSELECT',
    ],
    users: { replies: { password: 'p@ss word' } },
    storage: {
      INBOX: {
        messages: [],
        ...(!keepsMarks && { permanentFlags: ['\\Answered'], allowPermanentFlags: false }),
      },
      '': {},
    },
  });
  const sockets = new Set<Socket>();
  let fetches = 0;
  imap.server.on('connection', (socket) => {
    sockets.add(socket.once('close', () => sockets.delete(socket)));
    socket.on('data', (chunk: Buffer) => {
      fetches += chunk.toString('latin1').match(/BODY\.PEEK\[\]/g)?.length ?? 0;
    });
  });
  await new Promise<void>((resolve) => imap.listen(port, '127.0.0.1', resolve));
  const { port: own } = imap.server.address() as AddressInfo;
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    cut,
    url: `imap://replies:p%40ss%20word@127.0.0.1:${own}/INBOX`,
    // It keeps bytes as characters.
    deliver: (raw) => imap.appendMessage('INBOX', [], false, raw.toString('latin1')),
    fetches: () => fetches,
    flags: () => imap.getMailbox('INBOX').messages.map(({ flags }) => flags),
    close: () =>
      new Promise((resolve) => {
        imap.close(resolve);
        cut();
      }),
  };
}

import type { AddressInfo, Socket } from 'node:net';
import hoodiecrow from 'hoodiecrow-imap';

export type ImapServer = {
  /** `imap://…` with the password in it. */
  url: string;
  /** Delivers an email to the mailbox, as the mail server does. */
  deliver(raw: Buffer, flags?: string[], arrivedAt?: Date): void;
  /** How many whole emails were fetched, or are being fetched. */
  fetches(): number;
  /** The flags of the emails in the mailbox, in their order. */
  flags(): string[][];
  /** Takes a flag off all emails, as a person does with a mail program. */
  unmark(flag: string): void;
  /** Makes the unreadable email readable. */
  repair(): void;
  /** Cuts all connections. */
  cut(): void;
  close(): Promise<void>;
};

/**
 * Starts a real IMAP server on this machine, with an empty mailbox.
 *
 * @param options.keeps the flags that it stores, and no others; any by default
 * @param options.uidValidity by which it says whether it numbers its emails as before
 * @param options.unreadable the number of an email that it cannot read: it ends each connection that fetches it
 */
export async function openImapServer({
  port = 0,
  keeps,
  uidValidity,
  unreadable,
}: {
  port?: number;
  keeps?: string[];
  uidValidity?: number;
  unreadable?: number;
} = {}): Promise<ImapServer> {
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
    users: { replies: { password: 'p@ss word' }, percent: { password: '50%off' } },
    storage: {
      INBOX: {
        messages: [],
        ...(uidValidity && { uidvalidity: uidValidity }),
        ...(keeps && { permanentFlags: keeps, allowPermanentFlags: false }),
      },
      '': {},
    },
  });
  const sockets = new Set<Socket>();
  let fetches = 0;
  let broken = unreadable;
  imap.server.on('connection', (socket) => {
    sockets.add(socket.once('close', () => sockets.delete(socket)));
    // Before the server answers.
    socket.prependListener('data', (chunk: Buffer) => {
      if (new RegExp(`FETCH ${broken} .*BODY\\.PEEK\\[`).test(chunk.toString('latin1'))) socket.destroy();
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
    deliver: (raw, flags = [], arrivedAt) =>
      imap.appendMessage('INBOX', flags, arrivedAt ?? false, raw.toString('latin1')),
    fetches: () => fetches,
    flags: () => imap.getMailbox('INBOX').messages.map(({ flags }) => flags),
    unmark(flag) {
      for (const message of imap.getMailbox('INBOX').messages)
        message.flags = message.flags.filter((one) => one !== flag);
    },
    repair() {
      broken = undefined;
    },
    close: () =>
      new Promise((resolve) => {
        imap.close(resolve);
        cut();
      }),
  };
}

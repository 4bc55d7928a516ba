/** The part of hoodiecrow-imap, which has no types, that the tests use. */
declare module 'hoodiecrow-imap' {
  import type { Server } from 'node:net';

  type ImapServer = {
    server: Server;
    listen(port: number, host: string, listening: () => void): void;
    close(closed: () => void): void;
    appendMessage(mailbox: string, flags: string[], internalDate: Date | false, raw: string): void;
    getMailbox(path: string): { messages: { flags: string[] }[] };
  };

  export default function hoodiecrow(options: {
    plugins: string[];
    users: Record<string, { password: string }>;
    storage: Record<string, object>;
  }): ImapServer;
}

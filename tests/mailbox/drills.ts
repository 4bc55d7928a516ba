import { setTimeout as sleep } from 'node:timers/promises';
import { takenMark } from '../../server/replies/emailTaker.ts';
import type { TcpProxy } from '../support/network/tcpProxy.ts';
import { writeEmail } from '../support/replies/replyServer.ts';
import type { Dovecot } from './dovecot.ts';

type Place = {
  dovecot: Dovecot;
  /** Between Dovecot and our servers. */
  proxy: TcpProxy;
  /** Has replies arrive while something is done. @param opens whether somebody opens some as they arrive */
  during(work: () => Promise<void>, opens?: boolean): Promise<void>;
  newReply(): Promise<{ text: string; raw: Buffer }>;
  /** Kills one of our two servers, and starts it again. */
  restartServer(n: number): Promise<void>;
};

/** What is done to the mailbox while replies arrive. A drill may return the texts of replies that Dovecot cannot read. */
export type Drills = Record<string, () => Promise<unknown>>;

/** No emails: nothing, no line, one line that is too long, and parts that never end. */
const noEmails = [
  '',
  '\0\0\0',
  'x'.repeat(70_000),
  'Content-Type: multipart/mixed; boundary=x\n\n--x\n--x\n',
];

export function drillsOf({ dovecot, proxy, during, newReply, restartServer }: Place): Drills {
  const removeTaken = () => dovecot.admin('expunge', 'mailbox', 'INBOX', 'keyword', takenMark);
  /** Resolves when removing what was taken makes room for all. */
  async function untilAllTaken(): Promise<void> {
    while (await dovecot.admin('search', 'mailbox', 'INBOX', 'unkeyword', takenMark)) await sleep(500);
  }
  return {
    'announced by IDLE': () => during(async () => {}),
    'Dovecot killed': () =>
      during(async () => {
        await sleep(1000);
        await dovecot.kill();
        await sleep(2000);
        await dovecot.start();
      }),
    'Dovecot frozen for 20 s': () =>
      during(async () => {
        await sleep(1000);
        await dovecot.signal('SIGSTOP');
        await sleep(20_000);
        await dovecot.signal('SIGCONT');
      }, false),
    'connections that went silent': () =>
      during(async () => {
        await sleep(1000);
        proxy.silence();
      }),
    'another UIDVALIDITY': () => during(() => dovecot.renumber(true)),
    'another UIDVALIDITY without marks': () => during(() => dovecot.renumber(false)),
    async 'a full mailbox'() {
      const filler = writeEmail({ from: 'x@ev.test', to: 'y@ev.test', text: 'x'.repeat(50_000) });
      await removeTaken();
      while (await dovecot.deliver(filler));
      await during(async () => {
        await sleep(5000);
        await untilAllTaken();
        await removeTaken();
      });
    },
    async 'emails that cannot be read'() {
      const { text, raw } = await newReply();
      await during(async () => {
        // Its name tells another size than it has: Dovecot ends each connection that reads it.
        await dovecot.putFile(raw, raw.length + 100);
        for (const broken of noEmails) await dovecot.putFile(Buffer.from(broken));
      });
      return [text];
    },
    'what was taken is deleted': () =>
      during(async () => {
        for (let n = 0; n < 10; n += 1) {
          await sleep(400);
          await removeTaken();
        }
      }),
    'a server of ours killed': () =>
      during(async () => {
        for (const n of [0, 1]) {
          await sleep(500 + Math.random() * 1500);
          await restartServer(n);
        }
      }),
  };
}

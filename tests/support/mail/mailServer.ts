import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeEach } from 'vitest';

/** An email as a mail server received it. */
export type ReceivedEmail = {
  to: string[];
  /** The sender that the mail server was given. */
  returnPath: string;
  /** Header fields by their names in lower case, unfolded. */
  headers: Map<string, string>;
  subject: string;
  text: string;
  html: string;
  source: string;
};

export type MailServer = {
  /** `smtp://…`, constant during the test. */
  url: string;
  received: ReceivedEmail[];
  /** The SMTP code of the response to the next emails; 250 accepts them. */
  answer: number;
  /** What it says with another code. */
  says: string;
  /** When set, an email is read and never answered. */
  silent: boolean;
  /** Resolves when an email has arrived that is not answered. */
  stuck: Promise<void>;
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
};

async function readEmail(source: string, to: string[], returnPath: string): Promise<ReceivedEmail> {
  const { headerLines, subject = '', text = '', html } = await simpleParser(source);
  const headers = headerLines.map(({ key, line }): [string, string] => [
    key,
    line
      .slice(line.indexOf(':') + 1)
      .replace(/\r?\n[ \t]+/g, ' ')
      .trim(),
  ]);
  const body = { text: text.trimEnd(), html: (html || '').trimEnd() };
  return { to, returnPath, headers: new Map(headers), subject, ...body, source };
}

/** Starts a real mail server on this machine, to be closed when the test is over. */
export async function openMailServer(): Promise<MailServer> {
  let port = 0;
  let server: SMTPServer | undefined;
  let gotStuck = () => {};

  function newServer(): SMTPServer {
    const made = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      closeTimeout: 100,
      onRcptTo: (_address, _session, done) => {
        const { answer, says } = mailServer;
        done(answer === 250 ? null : Object.assign(new Error(says), { responseCode: answer }));
      },
      onData: async (stream, { envelope }, done) => {
        const source = await text(stream);
        if (mailServer.silent) return gotStuck();
        const to = envelope.rcptTo.map(({ address }) => address);
        const returnPath = envelope.mailFrom ? envelope.mailFrom.address : '';
        mailServer.received.push(await readEmail(source, to, returnPath));
        done();
      },
    });
    made.on('error', () => {});
    return made;
  }

  const mailServer: MailServer = {
    url: '',
    received: [],
    answer: 250,
    says: 'not now',
    silent: false,
    stuck: new Promise((resolve) => {
      gotStuck = resolve;
    }),
    async goAway() {
      const closing = server;
      server = undefined;
      if (closing) await new Promise<void>((resolve) => closing.close(() => resolve()));
    },
    async comeBack() {
      const opened = newServer();
      server = opened;
      await new Promise<void>((resolve) => opened.listen(port, '127.0.0.1', resolve));
      port = (opened.server.address() as AddressInfo).port;
      mailServer.url = `smtp://127.0.0.1:${port}`;
    },
  };
  await mailServer.comeBack();
  return mailServer;
}

/** Opens a mail server for the tests of a file; each finds it without emails. */
export async function testMailServer(): Promise<MailServer> {
  const mailServer = await openMailServer();
  beforeEach(() => {
    mailServer.received.length = 0;
  });
  afterAll(() => mailServer.goAway());
  return mailServer;
}

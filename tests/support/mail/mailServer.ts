import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** An email as a mail server received it. */
export type ReceivedEmail = {
  to: string[];
  /** The sender that the mail server was given. */
  returnPath: string;
  /** Header fields by their names in lower case, unfolded and decoded. */
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
  /** When set, an email is read and never answered. */
  silent: boolean;
  /** Resolves when an email has arrived that is not answered. */
  stuck: Promise<void>;
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
};

function bytesOf(encoded: string, encoding: string): Buffer {
  if (encoding === 'base64') return Buffer.from(encoded, 'base64');
  if (encoding !== 'quoted-printable') return Buffer.from(encoded);
  const joined = encoded.replace(/=\r?\n/g, '');
  return Buffer.from(
    joined.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
}

function decodedWords(value: string): string {
  return value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, words: string) =>
      kind.toUpperCase() === 'B'
        ? bytesOf(words, 'base64').toString()
        : bytesOf(words.replaceAll('_', ' '), 'quoted-printable').toString(),
    );
}

function headersOf(head: string): Map<string, string> {
  const fields = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  return new Map(
    fields.map((field) => {
      const colon = field.indexOf(':');
      return [field.slice(0, colon).toLowerCase(), decodedWords(field.slice(colon + 1).trim())];
    }),
  );
}

/** Splits a message, or a part of one, into head and body. */
function split(source: string): { headers: Map<string, string>; body: string } {
  const end = source.indexOf('\r\n\r\n');
  return { headers: headersOf(source.slice(0, end)), body: source.slice(end + 4) };
}

function partOf(source: string, type: string): string {
  const { headers, body } = split(source);
  const [, boundary] = /boundary="?([^";]+)"?/.exec(headers.get('content-type') ?? '') ?? [];
  const parts = body.split(`--${boundary}`).map((part) => split(part.replace(/^\r\n/, '')));
  const part = parts.find(({ headers: own }) => own.get('content-type')?.startsWith(type));
  return bytesOf(part?.body ?? '', part?.headers.get('content-transfer-encoding') ?? '').toString();
}

function renderEmail(source: string, to: string[], returnPath: string): ReceivedEmail {
  const { headers } = split(source);
  return {
    to,
    returnPath,
    headers,
    subject: headers.get('subject') ?? '',
    text: partOf(source, 'text/plain').replaceAll('\r\n', '\n').trimEnd(),
    html: partOf(source, 'text/html').replaceAll('\r\n', '\n').trimEnd(),
    source,
  };
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
        const { answer } = mailServer;
        done(answer === 250 ? null : Object.assign(new Error('not now'), { responseCode: answer }));
      },
      onData: async (stream, { envelope }, done) => {
        const source = await text(stream);
        if (mailServer.silent) return gotStuck();
        mailServer.received.push(
          renderEmail(
            source,
            envelope.rcptTo.map(({ address }) => address),
            envelope.mailFrom ? envelope.mailFrom.address : '',
          ),
        );
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

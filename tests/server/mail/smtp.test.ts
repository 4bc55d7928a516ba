import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { noLetterhead } from '../../../server/data/firm.ts';
import type { Email } from '../../../server/data/notify/email.ts';
import { declineEmail, invitationEmail } from '../../../server/mail/accountEmails.ts';
import type { OutgoingEmail } from '../../../server/mail/mail.ts';
import { openMail } from '../../../server/mail/openMail.ts';
import { listen } from '../../support/network/listen.ts';

type Received = { from: string; to: string[]; source: string };

let server: SMTPServer;
let port: number;
let received: Received[];
let refuseRecipients: boolean;
let refuseNoSender: boolean;

beforeEach(async () => {
  received = [];
  refuseRecipients = false;
  refuseNoSender = false;
  server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    maxClients: 3,
    onAuth: ({ username, password }, _session, done) =>
      username === 'jobs' && password === 'p@ss word'
        ? done(null, { user: username })
        : done(new Error('no')),
    onMailFrom: ({ address }, _session, done) => {
      const refusal = Object.assign(new Error('Invalid MAIL FROM address provided'), { responseCode: 501 });
      done(refuseNoSender && address === '' ? refusal : null);
    },
    onRcptTo: (_address, _session, done) => done(refuseRecipients ? new Error('unknown person') : null),
    onData: async (stream, { envelope }, done) => {
      const source = await text(stream);
      const from = envelope.mailFrom ? envelope.mailFrom.address : '';
      received.push({ from, to: envelope.rcptTo.map(({ address }) => address), source });
      done();
    },
  });
  server.on('error', () => {});
  port = await listen(server.server);
});
afterEach(() => new Promise<void>((resolve) => server.close(() => resolve())));

function open(credentials: string) {
  return openMail({
    smtpUrl: `smtp://${credentials}@127.0.0.1:${port}`,
    from: 'EV Jobs <jobs@ev.test>',
    folder: '/nowhere',
  });
}

function named(email: Email): OutgoingEmail {
  return { ...email, emailId: 'one' };
}

const ada = { email: 'ada@example.com', firstName: 'Zoë' };

test('a password is sent to a mail server without encryption on this machine only', async () => {
  const onAuth = vi.fn<NonNullable<SMTPServerOptions['onAuth']>>((_auth, _session, done) =>
    done(null, { user: 'jobs' }),
  );
  const plain = new SMTPServer({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true, onAuth });
  plain.on('error', () => {});
  const plainPort = await listen(plain.server, '0.0.0.0');
  onTestFinished(() => new Promise<void>((resolve) => plain.close(() => resolve())));
  const sentTo = async (host: string) => {
    const smtpUrl = `smtp://jobs:secret@${host}:${plainPort}`;
    const mail = openMail({ smtpUrl, from: 'EV Jobs <jobs@ev.test>', folder: '/nowhere' });
    await mail.send(named(declineEmail(ada))).finally(() => mail.close());
  };
  // The same server by an address that is none of loopback.
  await expect(sentTo('0.0.0.0')).rejects.toMatchObject({ code: 'ETLS' });
  expect(onAuth).not.toHaveBeenCalled();
  await sentTo('127.0.0.1');
  expect(onAuth).toHaveBeenCalledOnce();
});

test.each(["s.o'hara@county.example", "!#$%&'*+-/=?^_`{|}~@county.example", 'plans@xn--mnchen-3ya.example'])(
  'an email reaches exactly %s',
  async (email) => {
    const mail = open('jobs:p%40ss%20word');
    await mail.send(
      named(
        invitationEmail(
          { email, firstName: 'Siobhán', userType: 'CLIENT' },
          { userName: 'Grace H.' },
          'https://x.test',
        ),
      ),
    );
    await mail.close();
    expect(received.map(({ source }) => /^To: (.*)\r$/m.exec(source)?.[1])).toEqual([email]);
  },
);

test('an email reaches the mail server with sender, recipient, subject and both forms', async () => {
  const mail = open('jobs:p%40ss%20word');
  const link = 'https://jobs.example.com/auth/signup?invitation=abc';
  await mail.send(named(invitationEmail({ ...ada, userType: 'CLIENT' }, { userName: 'Grace H.' }, link)));
  await mail.close();
  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({ from: 'jobs@ev.test', to: ['ada@example.com'] });
  const source = received[0]?.source ?? '';
  expect(source).toMatch(/^From: EV Jobs <jobs@ev\.test>$/m);
  expect(source).toMatch(/^To: ada@example\.com$/m);
  expect(source).toMatch(/^Subject: Grace H\. invited you to EV Jobs$/m);
  expect(source).toMatch(/^Message-ID: <one@ev\.test>$/m);
  expect(source).toMatch(/^Auto-Submitted: auto-generated$/m);
  expect(source).not.toContain('List-Unsubscribe');
  expect(source).toContain('Content-Type: text/plain; charset=utf-8');
  expect(source).toContain('Content-Type: text/html; charset=utf-8');
});

test('several emails at once all arrive, over three connections', async () => {
  const mail = open('jobs:p%40ss%20word');
  await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      mail.send(named(declineEmail({ ...ada, email: `p${i}@example.com` }))),
    ),
  );
  await mail.close();
  expect(new Set(received.flatMap(({ to }) => to)).size).toBe(20);
});

test('a subject cannot add a recipient', async () => {
  const mail = open('jobs:p%40ss%20word');
  await mail.send(named({ ...declineEmail(ada), subject: 'Hi\r\nBcc: eve@example.com' }));
  await mail.close();
  expect(received[0]?.to).toEqual(['ada@example.com']);
  expect(received[0]?.source).not.toMatch(/^Bcc:/m);
});

test('a wrong password, a refused recipient and a silent server each reject', async () => {
  const wrong = open('jobs:nonsense');
  await expect(wrong.send(named(declineEmail(ada)))).rejects.toThrow();
  await wrong.close();

  refuseRecipients = true;
  const refused = open('jobs:p%40ss%20word');
  await expect(refused.send(named(declineEmail(ada)))).rejects.toThrow();
  await refused.close();

  const gone = openMail({ smtpUrl: 'smtp://127.0.0.1:9', from: 'jobs@ev.test', folder: '/nowhere' });
  await expect(gone.send(named(declineEmail(ada)))).rejects.toThrow();
  await gone.close();
  expect(received).toEqual([]);
});

/** Answers after so long, as servers do that wait for those who cannot, or that look through emails. */
async function openSlow(options: SMTPServerOptions): Promise<string> {
  const slow = new SMTPServer({ disabledCommands: ['STARTTLS'], authOptional: true, ...options });
  onTestFinished(() => new Promise<void>((resolve) => slow.close(() => resolve())));
  return `smtp://127.0.0.1:${await listen(slow.server)}`;
}

test('an email is sent once to a server that greets late, or takes it late', async () => {
  const onConnect = vi.fn<NonNullable<SMTPServerOptions['onConnect']>>((_session, done) => {
    setTimeout(done, 7000);
  });
  const onData = vi.fn<NonNullable<SMTPServerOptions['onData']>>((stream, _session, done) => {
    stream.resume().on('end', () => setTimeout(done, 11_000));
  });
  const send = async (options: SMTPServerOptions) => {
    const smtpUrl = await openSlow(options);
    const mail = openMail({ smtpUrl, from: 'jobs@ev.test', folder: '/nowhere' });
    await mail.send(named(declineEmail(ada))).finally(() => mail.close());
  };
  await Promise.all([send({ onConnect }), send({ onData })]);
  expect([onConnect, onData].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

test('the emails of a job stand together, behind one that was never sent', async () => {
  const mail = open('jobs:p%40ss%20word');
  await mail.send(named({ ...declineEmail(ada), thread: 'J1' }));
  await mail.send(named(declineEmail(ada)));
  await mail.close();
  const of = ({ source }: { source: string }) => source.match(/^(?:In-Reply-To|References): .*(?=\r$)/gm);
  expect(received.map(of)).toEqual([['In-Reply-To: <job-J1@ev.test>', 'References: <job-J1@ev.test>'], null]);
});

test('an automatic answer has no sender to be answered, or ours where a service takes none without', async () => {
  const mail = open('jobs:p%40ss%20word');
  const answer = named({ ...declineEmail(ada), answers: '<one@ada.test>' });
  await mail.send(answer);
  refuseNoSender = true;
  await mail.send(answer);
  await mail.close();
  expect(received.map(({ from }) => from)).toEqual(['', 'jobs@ev.test']);
  for (const { source } of received) {
    expect(source).toMatch(/^Auto-Submitted: auto-replied\r$/m);
    expect(source).toMatch(/^In-Reply-To: <one@ada\.test>\r$/m);
  }
});

test('an email has the logo as a part of its HTML, and no file that a program lists', async () => {
  const mail = open('jobs:p%40ss%20word');
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const firm = { ...noLetterhead, name: 'Baker', logo: { hash: 'abc', width: 480, height: 120 }, picture };
  await mail.send(named(declineEmail({ ...ada, firm })));
  await mail.close();
  const [{ source } = { source: '' }] = received;
  expect(source).toMatch(/multipart\/alternative[\s\S]*multipart\/related/);
  expect(source).toContain('Content-ID: <logo@ev-jobs>');
  expect(source).toContain('Content-Disposition: inline; filename=logo.png');
  expect(source).toContain(picture.toString('base64').slice(0, 60));
  expect(source.replaceAll('=\r\n', '')).toContain('cid:logo@ev-jobs');
});

import { newReplyToken } from '../../../server/data/notify/replyTokens.ts';
import { addressWithToken } from '../../../server/mail/replyAddress.ts';
import type { EmailReader } from '../../../server/replies/emailReader.ts';
import { headOf, readEmail } from '../../../server/replies/readEmail.ts';
import type { Provenance, ReplyOutcome } from '../../../server/replies/replies.ts';
import type { TestFile } from '../server/call.ts';
import { type PersonName, people } from '../server/people.ts';
import type { StartOptions, TestServer } from '../server/server.ts';
import { emailOf, multipart, type Part, partOf } from './mime.ts';

export const replies = {
  address: 'reply@in.ev.test',
  sender: 'jobs@ev.test',
  senderName: 'EV Jobs',
  authserv: 'mx.ev.test',
};

/** Reads emails in the process of the tests: a process for each takes longer than all the rest. Its ways in are tested with them. */
const read: EmailReader = async (raw, { ours }) => {
  const whole = await readEmail(raw, ours).catch(() => null);
  const email = whole ?? (await readEmail(headOf(raw), ours).catch(() => null));
  return email ? { email, unread: whole ? null : 'too-complex' } : { none: 'broken' };
};

/** Options of a server to which replies are delivered, and of one that reads them in processes of their own. */
export const withReplies: StartOptions = { replies: { ...replies, read } };
export const withReplyProcesses: StartOptions = { replies };

/** Returns an address for replies of a user to a job, as a notification has it. */
export async function replyAddressOf(
  { db, clock }: Pick<TestServer, 'db' | 'clock'>,
  who: PersonName | { email: string },
  jobId: string,
): Promise<string> {
  const { email } = typeof who === 'string' ? people[who] : who;
  const token = await newReplyToken(db, { email, jobId }, Math.floor(clock.nowMs / 1000));
  return addressWithToken(replies.address, token);
}

let written = 0;

export type NewEmail = {
  from: string;
  to: string;
  text?: string;
  html?: string;
  headers?: Record<string, string>;
  files?: readonly (TestFile & { headers?: Record<string, string> })[];
  /** `related`: the files are in the text. */
  subtype?: 'mixed' | 'related';
};

/** Returns an email as a mail server delivers it. A header of `''` is left out. */
export function writeEmail({
  from,
  to,
  text,
  html,
  headers = {},
  files = [],
  subtype = 'mixed',
}: NewEmail): Buffer {
  written += 1;
  const all = {
    'Return-Path': `<${from}>`,
    From: from,
    To: to,
    Subject: 'Re: A new message from EV',
    Date: 'Sat, 21 Nov 2026 10:31:00 +0000',
    'Message-ID': `<${written}.${process.pid}@mail.ev.test>`,
    ...headers,
  };
  const kept = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
  const body: Part =
    html === undefined
      ? { type: 'text/plain; charset=utf-8', body: text ?? '', encoding: '8bit' }
      : { type: 'text/html; charset=utf-8', body: html, encoding: 'quoted-printable' };
  if (files.length === 0) return emailOf(kept, partOf(body));
  const parts = files.map(({ name, type = 'application/octet-stream', bytes, headers: own }) =>
    partOf({
      type: `${type}; name="${name}"`,
      body: Buffer.from(bytes),
      encoding: 'base64',
      headers: own ?? { 'Content-Disposition': `attachment; filename="${name}"` },
    }),
  );
  return emailOf(kept, multipart(subtype, [partOf(body), ...parts]));
}

/** Hands an email to the server as its ways in do. */
export function take({ app }: TestServer, raw: Buffer, provenance?: Provenance): Promise<ReplyOutcome> {
  if (!app.takeReply) throw new Error('This server takes no replies.');
  return app.takeReply(raw, provenance);
}

/** Returns what staff read in a job's chat. */
export async function chatOf({ call }: TestServer, jobId: string) {
  return (await call('conversation', { as: 'admin', params: { jobId } })).answer;
}

/** Returns the contents of a job's messages. */
export async function saidIn(server: TestServer, jobId: string): Promise<string[]> {
  return (await chatOf(server, jobId)).map(({ content }) => content);
}

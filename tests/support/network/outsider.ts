import { randomUUID } from 'node:crypto';
import { pdfSheet } from '../../../server/seed/pdf.ts';
import type { JobDetails } from '../../../src/contract/jobs/jobDetails.ts';
import type { Message } from '../../../src/contract/messages/message.ts';
import { emulatorClaims } from '../server/emulatorClaims.ts';
import { jobReport } from '../server/jobs.ts';
import { tokenOf } from '../server/people.ts';

const atOnce = 8;

let originOf = () => '';

/** Sets the address at which the calls below reach the server. @param where called for each call */
export function callAt(where: () => string): void {
  originOf = where;
}

export const adminEmail = 'admin@kill.test';
export const clientEmail = 'client@kill.test';
const address = { streetName: '1 Main St', city: 'Denver', state: 'CO', zipcode: '80202' };

/** Returns the header `authorization` of a user. */
export function bearer(email: string): string {
  return `Bearer ${tokenOf({ email, uid: email, verified: true }, Date.now(), emulatorClaims)}`;
}

/** Returns the `Authorization` of the client. */
export const clientAuthorization = () => bearer(clientEmail);

type Sent = { path: string; body?: object | FormData; key?: string; as?: string; signal?: AbortSignal };

export async function call<T>({ path, body, key, as = clientEmail, signal }: Sent): Promise<T> {
  // As bytes: an aborted form stream would not end cleanly.
  const sent = body instanceof FormData ? new Response(body) : new Response(JSON.stringify(body));
  const contentType = body instanceof FormData ? sent.headers.get('content-type') : 'application/json';
  const answer = await fetch(`${originOf()}/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: bearer(as),
      'content-type': contentType ?? '',
      ...(key ? { 'idempotency-key': key } : {}),
    },
    ...(body ? { body: await sent.arrayBuffer() } : {}),
    ...(signal ? { signal } : {}),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Refused(`${path}: ${answer.status} ${text}`);
  return JSON.parse(text).body as T;
}

/** An unexpected refusal by the server. */
export class Refused extends Error {}

export function report(jobCode: string, streetName: string) {
  const project = `Project ${jobCode}`;
  return jobReport({ jobCode, project, jobReporter: clientEmail, address: { ...address, streetName } });
}

export async function registerPeople(): Promise<void> {
  for (const email of [adminEmail, clientEmail]) {
    const names = { firstName: 'Kim', lastName: 'Stone', userName: 'Kim S.', company: 'Stone Solar' };
    const body = { ...names, email, phoneNumber: '+13035550100', userType: 'CLIENT', address };
    await call({ path: '/register', body, as: email });
  }
  const profiles = [{ email: clientEmail, userApproved: true }];
  await call({ path: '/users/update/profiles', body: { profiles }, as: adminEmail });
}

export type Write = {
  mark: string;
  kind: 'message' | 'file' | 'job';
  send: (signal: AbortSignal) => Promise<void>;
  acknowledged: boolean;
};

export function messageForm(jobId: string, content: string): FormData {
  const form = new FormData();
  const fields = {
    evJobId: jobId,
    jobReporter: clientEmail,
    jobUpdateUser: clientEmail,
    'evCommunication.content': content,
    'evCommunication.fromUserId': clientEmail,
    'evCommunication.toUserId': '',
    'evCommunication.fromUserType': 'CLIENT',
  };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

/** Returns a write: mostly messages, some with a file, some new jobs; each with one key for good. */
export function writeNumber(index: number, round: number, jobId: string): Write {
  const mark = `R${round}N${index}`;
  const key = randomUUID();
  const kind = index % 5 === 0 ? 'job' : index % 5 === 3 ? 'file' : 'message';
  const write: Write = {
    mark,
    kind,
    acknowledged: false,
    async send(signal) {
      if (kind === 'job') {
        await call({ path: '/jobs/report', key, signal, body: report(mark, `${index} Round ${round} Ave`) });
      } else {
        const form = messageForm(jobId, mark);
        if (kind === 'file') {
          form.append(
            'attachments',
            new File([pdfSheet(mark, [])], 'sheet.pdf', { type: 'application/pdf' }),
          );
        }
        await call({ path: '/jobs/update', key, signal, body: form });
      }
      write.acknowledged = true;
    },
  };
  return write;
}

/** Sends all writes that are not acknowledged yet, several at once; a lost connection ends it, a refusal fails the test. */
export async function sendAll(
  writes: readonly Write[],
  onAcknowledged: (count: number) => void = () => {},
  signal = new AbortController().signal,
): Promise<void> {
  const waiting = writes.filter((write) => !write.acknowledged);
  let acknowledged = 0;
  async function worker() {
    for (let write = waiting.shift(); write; write = waiting.shift()) {
      await write.send(signal);
      acknowledged += 1;
      onAcknowledged(acknowledged);
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, worker));
  for (const end of ends) {
    if (end.status === 'rejected' && end.reason instanceof Refused) throw end.reason;
  }
}

async function allJobCodes(): Promise<string[]> {
  const codes: string[] = [];
  let startAfter: string | null = null;
  do {
    const body: object = { username: clientEmail, ...(startAfter ? { startAfter } : {}) };
    const page: { items: JobDetails[]; startAfter: string | null } = await call({ path: '/v2/evjobs', body });
    codes.push(...page.items.map((job) => job.jobCode));
    startAfter = page.startAfter;
  } while (startAfter !== null);
  return codes;
}

/** Counts each write of the round, as a message or as a job. */
export async function counted(jobId: string): Promise<Map<string, number>> {
  const messages = await call<Message[]>({ path: `/jobs/${jobId}/communication` });
  const counts = new Map<string, number>();
  for (const mark of [...messages.map((message) => message.content), ...(await allJobCodes())]) {
    counts.set(mark, (counts.get(mark) ?? 0) + 1);
  }
  return counts;
}

export async function filesThatOpen(jobId: string): Promise<string[]> {
  const messages = await call<Message[]>({ path: `/jobs/${jobId}/communication` });
  const opened: string[] = [];
  for (const message of messages) {
    for (const file of Object.values(message.fileAttachmentsInfo)) {
      const answer = await fetch(`${originOf()}/api${file.link}`, {
        headers: { authorization: bearer(clientEmail) },
      });
      const bytes = Buffer.from(await answer.arrayBuffer());
      if (bytes.includes(message.content) && bytes.length === file.size) opened.push(message.content);
    }
  }
  return opened;
}

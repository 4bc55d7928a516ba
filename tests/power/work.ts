import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { people, seedPassword } from '../../server/seed/people.ts';
import { emulatorSignIn, emulatorSignUp } from '../support/server/emulatorSignIn.ts';
import { liveCall } from '../support/server/liveCall.ts';
import type { Stack } from '../support/server/stack.ts';

/** What the server has acknowledged, and how long the record was then. */
export type Acknowledged = { end: number } & (
  | { what: 'message'; text: string; sha256: string | null }
  | { what: 'account'; email: string }
);

const admin = people.find(({ userType }) => userType === 'ADMIN')?.email ?? '';

function fileOf(size: number): Buffer {
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(size)]);
}

async function sendMessage(url: string, token: string, jobId: string, text: string, file: Buffer | null) {
  const form = new FormData();
  const fields = {
    evJobId: jobId,
    jobUpdateUser: admin,
    jobReporter: '',
    'evCommunication.content': text,
    'evCommunication.fromUserId': admin,
    'evCommunication.toUserId': '',
    'evCommunication.fromUserType': 'ADMIN',
  };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (file) form.append('attachments', new Blob([new Uint8Array(file)]), 'plan.pdf');
  const response = await fetch(`${url}/api/jobs/update`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
  });
  if (!response.ok) throw new Error(`A message was answered ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
}

/**
 * Works with the product for a while: messages, some with files, from several at once, and new accounts.
 *
 * @param record the file of what its disk did
 * @returns what was acknowledged
 */
export async function work(
  { url, emulatorUrl }: Stack,
  record: string,
  messages: number,
): Promise<Acknowledged[]> {
  const { idToken } = await emulatorSignIn(emulatorUrl, admin, seedPassword);
  const { items } = await liveCall(url, idToken, 'jobs', { body: { username: admin } });
  const all: Acknowledged[] = [];
  const say = (
    what: Omit<Extract<Acknowledged, { what: 'message' }>, 'end'> | { what: 'account'; email: string },
  ) => all.push({ ...what, end: statSync(record).size });
  const one = async (writer: number) => {
    for (let at = 0; at < messages; at += 1) {
      const text = `${writer} says ${randomUUID()}`;
      const file = at % 4 === 0 ? fileOf(1000 + Math.floor(Math.random() * 200_000)) : null;
      await sendMessage(url, idToken, items[writer]?.jobId ?? '', text, file);
      const sha256 = file && createHash('sha256').update(file).digest('hex');
      say({ what: 'message', text, sha256 });
    }
  };
  const accounts = async () => {
    for (let at = 0; at < messages / 5; at += 1) {
      const email = `${randomUUID()}@example.com`;
      await emulatorSignUp(emulatorUrl, email, 'letters-and-1');
      say({ what: 'account', email });
    }
  };
  await Promise.all([one(0), one(1), one(2), accounts()]);
  return all;
}

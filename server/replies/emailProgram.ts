import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { headOf, maxEmailBytes, readEmail } from './readEmail.ts';
import { emailIn } from './webhookBody.ts';

/**
 * A program of its own, which reads what a way in delivered on standard input, and writes the email in it to standard output: a line of
 * JSON, then the bytes of its files. The email may be malicious; see `programs/limitedProgram.ts`.
 */
const [contentType = '', headOnly = '', ...ours] = process.argv.slice(2);

async function say(bytes: Buffer | string): Promise<void> {
  if (!process.stdout.write(bytes)) await once(process.stdout, 'drain');
}

async function run(): Promise<void> {
  const raw = await emailIn(await buffer(process.stdin), contentType).catch(() => null);
  if (!raw) return say('{"none":"no-email"}\n');
  const isTooLarge = raw.length > maxEmailBytes;
  const isHead = isTooLarge || headOnly === 'head';
  const whole = isHead ? null : await readEmail(raw, ours).catch(() => null);
  const email = whole ?? (await readEmail(headOf(raw), ours).catch(() => null));
  if (!email) return say('{"none":"broken"}\n');
  const files = whole ? email.files : [];
  const unread = whole ? null : isTooLarge ? 'too-large' : 'too-complex';
  const described = files.map(({ content, ...file }) => ({ ...file, size: content.length }));
  await say(`${JSON.stringify({ ...email, files: described, unread })}\n`);
  for (const { content } of files) await say(content);
}

await run();

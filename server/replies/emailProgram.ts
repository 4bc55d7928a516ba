import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { headOf, maxEmailBytes, readEmail } from './readEmail.ts';

/**
 * A program of its own, which reads what a way in delivered on standard input, and writes the email in it to standard output: a line of
 * JSON, then the bytes of its files. The email may be malicious; see `limitedProgram.ts`.
 */
const [contentType = '', headOnly = '', ...ours] = process.argv.slice(2);

/** Fields in which providers send the whole email: SendGrid, Mailgun, Postmark. */
const emailFields = ['email', 'body-mime', 'RawEmail'] as const;

/** Returns the email in the body of a webhook: as it is, in a field of JSON, or in a field of a form; null where there is none. */
async function emailIn(body: Buffer): Promise<Buffer | null> {
  if (/^application\/json\b/i.test(contentType)) {
    const { RawEmail }: { RawEmail?: unknown } = JSON.parse(body.toString());
    return typeof RawEmail === 'string' ? Buffer.from(RawEmail) : null;
  }
  if (/^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(contentType)) {
    const form = await new Response(new Uint8Array(body), {
      headers: { 'content-type': contentType },
    }).formData();
    const field = emailFields.map((name) => form.get(name)).find((value) => value !== null);
    if (typeof field === 'string') return Buffer.from(field);
    return field ? Buffer.from(await field.arrayBuffer()) : null;
  }
  return body;
}

async function say(bytes: Buffer | string): Promise<void> {
  if (!process.stdout.write(bytes)) await once(process.stdout, 'drain');
}

async function run(): Promise<void> {
  const raw = await emailIn(await buffer(process.stdin)).catch(() => null);
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

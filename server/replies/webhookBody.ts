import { buffer } from 'node:stream/consumers';
import { Busboy } from '@fastify/busboy';

/** Fields in which providers send the whole email: SendGrid, Mailgun, Postmark. */
const emailFields = ['email', 'body-mime', 'RawEmail'];

/** Returns the bytes of the fields of a multipart form as they came: an email may be in any character set, or in several. */
async function fieldsOf(body: Buffer, contentType: string): Promise<Map<string, Buffer>> {
  const fields = new Map<string, Promise<Buffer>>();
  const form = new Busboy({ headers: { 'content-type': contentType }, isPartAFile: () => true });
  form.on('file', (name, stream) => fields.set(name, buffer(stream)));
  await new Promise((resolve, reject) => form.on('finish', resolve).on('error', reject).end(body));
  return new Map(
    await Promise.all(Array.from(fields, async ([name, bytes]) => [name, await bytes] as const)),
  );
}

/** Returns the bytes of the fields of an encoded form as they came. */
function encodedFieldsOf(body: Buffer): Map<string, Buffer> {
  const decoded = (text: string) =>
    Buffer.from(
      text
        .replaceAll('+', ' ')
        .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
      'latin1',
    );
  return new Map(
    body
      .toString('latin1')
      .split('&')
      .map((pair) => {
        const [name = '', ...value] = pair.split('=');
        return [decoded(name).toString(), decoded(value.join('='))];
      }),
  );
}

/** Returns the email in the body of a webhook: as it is, in a field of JSON, or in a field of a form; null where there is none. */
export async function emailIn(body: Buffer, contentType: string): Promise<Buffer | null> {
  if (/^application\/json\b/i.test(contentType)) {
    const { RawEmail }: { RawEmail?: unknown } = JSON.parse(body.toString());
    return typeof RawEmail === 'string' ? Buffer.from(RawEmail) : null;
  }
  const isForm = /^multipart\/form-data\b/i.test(contentType);
  if (!isForm && !/^application\/x-www-form-urlencoded\b/i.test(contentType)) return body;
  const fields = isForm ? await fieldsOf(body, contentType) : encodedFieldsOf(body);
  return emailFields.map((name) => fields.get(name)).find((value) => value !== undefined) ?? null;
}

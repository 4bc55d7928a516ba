import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../http/errors.ts';
import { maxEmailBytes } from '../replies/readEmail.ts';
import type { TakeReply } from '../replies/takeReply.ts';

/** Emails that a provider may send at once. */
const atOnce = 4;
/** An email as text in JSON or in a form, with what escapes its characters. */
const maxBodyBytes = 1.5 * maxEmailBytes;
/** Fields in which providers send the whole email: SendGrid, Mailgun, Postmark. */
const emailFields = ['email', 'body-mime', 'RawEmail'] as const;

/** Returns the password of HTTP Basic authentication, or `''`. */
function passwordOf(authorization: string | undefined): string {
  const [, encoded = ''] = /^Basic ([\w+/=-]+)$/i.exec(authorization ?? '') ?? [];
  const pair = Buffer.from(encoded, 'base64').toString();
  return pair.slice(pair.indexOf(':') + 1);
}

function isSame(one: string, other: string): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer');
  return timingSafeEqual(digest(one), digest(other));
}

/** Returns the email in the body of a webhook: as it is, in a field of JSON, or in a field of a form. */
async function emailOf(body: Buffer, contentType: string): Promise<Buffer> {
  try {
    if (/^application\/json\b/i.test(contentType)) {
      const { RawEmail }: { RawEmail?: unknown } = JSON.parse(body.toString());
      if (typeof RawEmail === 'string') return Buffer.from(RawEmail);
      throw new Refusal('invalid');
    }
    if (/^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(contentType)) {
      const form = await new Response(new Uint8Array(body), {
        headers: { 'content-type': contentType },
      }).formData();
      const field = emailFields.map((name) => form.get(name)).find((value) => value !== null);
      if (typeof field === 'string') return Buffer.from(field);
      if (field) return Buffer.from(await field.arrayBuffer());
      throw new Refusal('invalid');
    }
  } catch {
    throw new Refusal('invalid');
  }
  return body;
}

/**
 * Serves the webhook of a mail provider: `POST /api/mail/inbound` with HTTP Basic authentication, whose password is the secret. The body
 * is the whole email (`message/rfc822`), or has it in a field. Responds 204 whatever becomes of the email, so that the provider sends it
 * again only after an error of ours.
 */
export function inboundEmailRoutes(app: FastifyInstance, secret: string, takeReply: TakeReply): void {
  app.register(async (pages) => {
    pages.removeAllContentTypeParsers();
    pages.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBodyBytes }, (_request, body, done) =>
      done(null, body),
    );
    let running = 0;

    pages.post<{ Body: Buffer }>(
      '/api/mail/inbound',
      {
        bodyLimit: maxBodyBytes,
        onRequest: async ({ headers }, reply) => {
          if (!isSame(passwordOf(headers.authorization), secret)) throw new Refusal('unauthorized');
          if (running >= atOnce) throw new Refusal('rate-limited', { retryAfter: 5 });
          running += 1;
          reply.raw.once('close', () => {
            running -= 1;
          });
        },
      },
      async ({ body, headers }, reply) => {
        await takeReply(await emailOf(body ?? Buffer.alloc(0), headers['content-type'] ?? ''));
        return reply.code(204).header('cache-control', 'no-store').send();
      },
    );
  });
}

import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../errors/errors.ts';
import { maxEmailBytes } from '../replies/readEmail.ts';
import type { TakeReply } from '../replies/replies.ts';

/** Emails that a provider may send at once. */
const atOnce = 4;
/** An email as text in JSON or in a form, with what escapes its characters. */
const maxBodyBytes = 1.5 * maxEmailBytes;
/** What has to be sent again. Not 429, for instance: a provider may drop an email that gets another status below 500. */
const later = () => new Refusal('unavailable', { retryAfter: 5 });
/** Bodies that have the email in a field. */
const bodyWithFields = /^(application\/(json|x-www-form-urlencoded)|multipart\/form-data)\b/i;

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

/** Returns whether a request for the webhook has its password. */
export function isRightPassword(secret: string): (authorization: string | undefined) => boolean {
  return (authorization) => isSame(passwordOf(authorization), secret);
}

/**
 * Serves the webhook of a mail provider: `POST /api/mail/inbound` with HTTP Basic authentication, whose password is the secret. The body
 * is the whole email (`message/rfc822`), or has it in a field. Responds 204 whatever becomes of the email, so that the provider sends it
 * again only after an error of ours.
 */
export function inboundEmailRoutes(app: FastifyInstance, secret: string, takeReply: TakeReply): void {
  const isRight = isRightPassword(secret);
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
          if (!isRight(headers.authorization)) throw new Refusal('unauthorized');
          if (running >= atOnce) throw later();
          running += 1;
          reply.raw.once('close', () => {
            running -= 1;
          });
        },
      },
      async ({ body, headers }, reply) => {
        const given = headers['content-type'] ?? '';
        const contentType = bodyWithFields.test(given) ? given : '';
        const taken = await takeReply(body ?? Buffer.alloc(0), { contentType }).catch((error: unknown) => {
          throw error instanceof Refusal ? later() : error;
        });
        if (taken.outcome === 'ignored' && taken.reason === 'no-email') throw new Refusal('invalid');
        return reply.code(204).header('cache-control', 'no-store').send();
      },
    );
  });
}

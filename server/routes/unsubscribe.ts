import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { receivesJobEmails, setJobEmails } from '../data/notify/mailTokens.ts';
import { pageHeaders } from '../mail/plainPage.ts';
import { type UnsubscribeState, unsubscribePage } from '../mail/unsubscribePage.ts';
import type { Services } from '../services/services.ts';
import { nowSeconds } from '../time/clock.ts';

const token = /^[\w-]{43}$/;
const maxFormBytes = 4096;

type Asked = FastifyRequest<{ Params: { token: string } }>;

function send(reply: FastifyReply, state: UnsubscribeState, of: string): FastifyReply {
  return reply
    .code(state === 'unknown' ? 404 : 200)
    .headers(pageHeaders("'self'"))
    .send(unsubscribePage(state, of));
}

/**
 * Serves the unsubscribe link of emails, without sign-in. Opening it only asks, because mail servers open links to scan them; the
 * button posts, and so do mail programs by themselves (RFC 8058).
 */
export function unsubscribeRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;

  async function change({ params }: Asked, reply: FastifyReply, wanted: boolean): Promise<FastifyReply> {
    const known =
      token.test(params.token) && (await setJobEmails(db, params.token, wanted, nowSeconds(services)));
    return send(reply, known ? (wanted ? 'resumed' : 'stopped') : 'unknown', params.token);
  }

  app.register(async (pages) => {
    // The path contains everything; mail programs post a form of either encoding, whose only field is not used.
    pages.removeAllContentTypeParsers();
    pages.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxFormBytes }, (_request, _body, done) =>
      done(null),
    );

    pages.get('/api/mail/unsubscribe/:token', async ({ params }: Asked, reply) => {
      const gets = token.test(params.token)
        ? await receivesJobEmails(db, params.token, nowSeconds(services))
        : null;
      return send(reply, gets === null ? 'unknown' : gets ? 'asked' : 'stopped', params.token);
    });
    pages.post('/api/mail/unsubscribe/:token', (request: Asked, reply) => change(request, reply, false));
    pages.post('/api/mail/resubscribe/:token', (request: Asked, reply) => change(request, reply, true));
  });
}

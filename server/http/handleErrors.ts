import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../errors/errors.ts';
import { bodyTooLarge, errorResponseOf } from './errorResponse.ts';
import { isNavigation } from './staticApp.ts';

/** Bytes of the body of a route without a limit of its own. */
export const maxBodyBytes = 16 * 1024;

/** Answers a path that cannot be decoded, which reaches no hook. */
export function sendNotFound(reply: FastifyReply): FastifyReply {
  const { status, body } = errorResponseOf(new Refusal('not-found'));
  return reply.code(status).send(body);
}

/** Replaces the framework's error for an oversized body with one that names the limit of this call. */
function ofBody(error: unknown, { routeOptions }: FastifyRequest): unknown {
  const isTooLarge = error instanceof Error && 'code' in error && error.code === 'FST_ERR_CTP_BODY_TOO_LARGE';
  return isTooLarge ? bodyTooLarge(routeOptions.bodyLimit ?? maxBodyBytes) : error;
}

/**
 * Responds to errors of any route, and to unknown paths: with the app where a browser opens a page.
 *
 * @param countUnknown counts the other requests
 */
export function handleErrors(
  app: FastifyInstance,
  appDir: string | undefined,
  countUnknown: (request: FastifyRequest) => Promise<void>,
): void {
  app.setErrorHandler((error, request, reply) => {
    const { status, body, headers, expected } = errorResponseOf(ofBody(error, request));
    if (!expected) request.log.error({ err: error }, 'request failed');
    reply
      .code(status)
      .headers({ ...headers, 'cache-control': 'no-store' })
      .send(body);
  });
  app.setNotFoundHandler(async (request, reply) => {
    if (appDir !== undefined && isNavigation(request)) return app.sendPage(request, reply);
    await countUnknown(request);
    throw new Refusal('not-found');
  });
}

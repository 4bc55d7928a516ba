import { randomUUID } from 'node:crypto';
import { type FastifyInstance, fastify, LogController } from 'fastify';
import { type LogTo, loggerOptions } from '../log/logging.ts';
import {
  connectionOptions,
  type RequestTimeouts,
  requestTimeouts,
  respondToBrokenRequest,
} from './connections.ts';
import { maxBodyBytes, sendNotFound } from './handleErrors.ts';

export type HttpOptions = {
  log?: LogTo;
  /** Trusts `X-Forwarded-For` from a proxy in front. */
  trustProxy?: boolean | string;
  /** Overrides of the default timeouts for slow connections. */
  timeouts?: Partial<RequestTimeouts>;
};

/** Creates the HTTP server, without routes and checks. @param onLine called with the level of each logged line */
export function openHttp(
  { log = {}, trustProxy = false, timeouts: changes }: HttpOptions,
  onLine: (level: number) => void,
): FastifyInstance {
  return fastify({
    logger: loggerOptions(log, onLine),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: maxBodyBytes,
    // A start that takes long on a slow machine is no failed start.
    pluginTimeout: 0,
    ...connectionOptions({ ...requestTimeouts, ...changes }),
    trustProxy,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 2000, ignoreTrailingSlash: true },
    clientErrorHandler: respondToBrokenRequest,
    // Called for a path that cannot be decoded.
    frameworkErrors: (_error, _request, reply) => sendNotFound(reply),
  });
}

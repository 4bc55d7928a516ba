import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { compressResponses } from '../http/compress.ts';
import {
  closeIdleAtStop,
  closeUnread,
  cutSlowBodies,
  type RequestTimeouts,
  requestTimeouts,
} from '../http/connections.ts';
import { emulatorProxy } from '../http/emulatorProxy.ts';
import { handleErrors } from '../http/handleErrors.ts';
import { securityHeaders } from '../http/headers.ts';
import { parseJsonBodies } from '../http/json.ts';
import { limitCosts } from '../http/limitCosts.ts';
import { rejectForeignHosts } from '../http/ownHost.ts';
import { type Budgets, limitRate } from '../http/rateLimit.ts';
import { logResponses } from '../log/logging.ts';
import type { Services } from '../services/services.ts';
import { isRightPassword } from './inboundEmail.ts';

export type CheckOptions = {
  /** The folder of the built app; without it, only the API is served. */
  appDir?: string;
  /** Overrides of the default budgets; false turns rate limits off. */
  rateLimit?: Partial<Budgets> | false;
  /** Overrides of the default timeouts for slow connections. */
  timeouts?: Partial<RequestTimeouts>;
  /** Password of the webhook by which a mail provider delivers replies; `''` for none. */
  webhookSecret?: string;
};

/** Adds what every request goes through before its route and after it, in this order. @param verifyToken without look-ups of accounts */
export async function checkRequests(
  app: FastifyInstance,
  { publicUrl, emulator, development }: Services,
  verifyToken: Services['verifyToken'],
  { appDir, rateLimit = {}, webhookSecret = '', ...options }: CheckOptions,
): Promise<void> {
  const times = { ...requestTimeouts, ...options.timeouts };
  closeIdleAtStop(app);
  cutSlowBodies(app, times);
  closeUnread(app, times);
  logResponses(app);
  limitCosts(app);
  compressResponses(app);
  await securityHeaders(app, {
    secure: publicUrl.startsWith('https:'),
    usesFirebase: emulator === undefined,
  });
  // Registered after the headers, so that its refusals carry them too.
  if (development) rejectForeignHosts(app, publicUrl);
  const countUnknown =
    rateLimit === false
      ? async () => undefined
      : await limitRate(app, rateLimit, verifyToken, isRightPassword(webhookSecret));
  handleErrors(app, appDir, countUnknown);
  // Registered before our JSON parser, because the proxy must pass bodies on unread.
  if (emulator) await emulatorProxy(app, emulator.url, publicUrl);
  parseJsonBodies(app);
  await app.register(multipart);
}

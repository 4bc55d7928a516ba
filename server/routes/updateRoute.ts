import type { FastifyInstance } from 'fastify';
import { differencePath, versionForm } from '../../src/contract/appFiles.ts';
import { Refusal } from '../errors/errors.ts';
import { encodingFor } from '../http/compress.ts';
import { immutable } from '../http/staticApp.ts';
import type { Services } from '../services/services.ts';
import { openUpdates } from '../updates/openUpdates.ts';

/** Serves what makes the present version of the app from an earlier one. A device that gets none fetches whole files. */
export function updateRoute(
  app: FastifyInstance,
  services: Pick<Services, 'db' | 'now' | 'log'>,
  appDir: string,
): void {
  const updates = openUpdates(services, appDir);
  if (!updates) return;
  app.get<{ Params: { from: string; to: string } }>(
    differencePath(':from', ':to'),
    async ({ params: { from, to }, headers }, reply) => {
      const isAsked = to === updates.version && versionForm.test(from);
      if (!isAsked || encodingFor(headers['accept-encoding']) !== 'br') throw new Refusal('not-found');
      const difference = await updates.differenceFrom(from);
      if (!difference) throw new Refusal('not-found');
      return reply
        .headers({ 'cache-control': immutable, 'content-encoding': 'br', vary: 'accept-encoding' })
        .type('application/octet-stream')
        .send(difference);
    },
  );
  let kept: Promise<void> | undefined;
  app.addHook('onListen', (done) => {
    kept = updates
      .keep()
      .catch((error: unknown) => services.log.warn({ err: error }, 'the version of the app is not stored'));
    done();
  });
  app.addHook('onClose', async () => {
    await updates.close();
    await kept;
  });
}

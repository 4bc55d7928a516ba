import type { FastifyInstance } from 'fastify';
import { logoAddress } from '../../src/contract/firmSettings.ts';
import { readLogoPicture } from '../data/firm.ts';
import { Refusal } from '../errors/errors.ts';
import { immutable } from '../http/staticApp.ts';
import type { Services } from '../services/services.ts';

/** Serves what is made of the firm's logo, to everybody: the sign-in page and the icons of installed apps show it. */
export function logoRoute(app: FastifyInstance, { db }: Pick<Services, 'db'>): void {
  app.get<{ Params: { hash: string; name: string } }>(
    logoAddress(':hash', ':name'),
    async ({ params: { hash, name } }, reply) => {
      const picture = await readLogoPicture(db, hash, name);
      if (!picture) throw new Refusal('not-found');
      return reply.header('cache-control', immutable).type('image/png').send(picture);
    },
  );
}

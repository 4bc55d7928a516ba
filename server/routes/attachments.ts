import type { FastifyInstance } from 'fastify';
import { givenFileName } from '../../src/contract/fileNames.ts';
import { Refusal } from '../data/errors.ts';
import { attachmentFor } from '../data/messages/attachments.ts';
import { FileMissing } from '../files/files.ts';
import { route } from '../http/route.ts';
import type { Services } from '../services.ts';

/** Serves a stored file (§7 `/attachments/{key}/{fileName}`) to users who may see its job. */
export function attachmentsRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, 'attachment', async ({ db, caller, params }) => {
    const attachment = await attachmentFor(db, caller, params);
    if (!attachment) throw new Refusal('not-found');
    const { key, fileName, ...file } = attachment;
    return {
      ...file,
      fileName: givenFileName(fileName),
      async open(range) {
        try {
          return await services.files.get(key, range);
        } catch (error) {
          if (!(error instanceof FileMissing)) throw error;
          services.log.error({ key }, 'a file is missing from the store');
          throw new Refusal('not-found');
        }
      },
    };
  });
}

import { givenFileName } from '../../src/contract/files/fileNames.ts';
import { attachmentFor } from '../data/messages/attachments.ts';
import { Refusal } from '../errors/errors.ts';
import { FileMissing } from '../files/files.ts';
import type { CallHandler } from '../http/callRow.ts';

/** Serves a stored file (§7 `/attachments/{key}/{fileName}`) to users who may see its job. */
export const attachment: CallHandler<'attachment'> = async ({ db, caller, params, services }) => {
  const found = await attachmentFor(db, caller, params);
  if (!found) throw new Refusal('not-found');
  const { key, fileName, ...file } = found;
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
};

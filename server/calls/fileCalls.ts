import { givenFileName } from '../../src/contract/files/fileNames.ts';
import { approved } from '../access/access.ts';
import { attachmentFor } from '../data/messages/attachments.ts';
import { Refusal } from '../errors/errors.ts';
import { FileMissing } from '../files/files.ts';
import { read } from '../http/callCosts.ts';
import type { CallHandler, CallRows } from '../http/callRow.ts';

/** Serves a stored file (§7 `/attachments/{key}/{fileName}`) to users who may see its job. */
const attachment: CallHandler<'attachment'> = async ({ db, caller, params, services }) => {
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

/** The calls that return files. */
export const fileCalls = {
  attachment: {
    access: approved,
    cost: { ...read, responseBytes: null, atOnce: 30 },
    tag: 'Files',
    summary: 'Download a file',
    description:
      'Always returned as an attachment, with the type found in its bytes. Supports one `Range` with the ETag in `If-Range`: 206, or 416 if the file has no such range. `Repr-Digest` has the SHA-256 of the whole file.',
    errors: ['not-found'],
    handler: attachment,
  },
  preview: {
    access: approved,
    cost: { ...read, responseBytes: null },
    tag: 'Files',
    summary: 'Get a preview of a file',
    description:
      'A WebP image of a picture or of the first page of a PDF: `thumb` for lists, `page` for reading. The XMP of one that lacks parts of its page says so. It is created on first request; while that lasts, 202 with the code `preview-waits`.',
    errors: ['not-found', 'no-preview', 'preview-waits'],
    handler: null,
  },
} satisfies Partial<CallRows>;

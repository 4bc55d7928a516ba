import { Readable } from 'node:stream';
import type { Attachment } from 'mailparser';
import { intake } from '../files/fileIntake.ts';
import { isUsableFileName, storedFileName } from '../files/fileName.ts';
import { type Files, newFileKey } from '../files/files.ts';
import type { StoredFile } from '../files/upload.ts';

/** Types of parts that programs add by themselves: signatures, cards, invitations, formatting, reactions. */
const programParts =
  /^(application\/(pgp-signature|pgp-keys|(x-)?pkcs7-signature|ms-tnef|vnd\.ms-tnef|ics)|text\/(calendar|vcard|x-vcard|directory|x-amp-html|vnd\.google\.email-reaction\+json))$/;
/** Names that programs give to the pictures in a signature. */
const signaturePicture = /^(image|outlook-|img_?sig|logo|signature)[\w-]*\.(png|jpe?g|gif|svg)$/i;
/** Smaller pictures inside the text are icons and logos. */
const leastPictureBytes = 10 * 1024;

/** Whether a part is something that its sender attached, and not the picture of a signature or an addition of a program. */
function isAttached({ contentType, related, filename = '', content }: Attachment): boolean {
  if (programParts.test(contentType) || /^(winmail\.dat|noname|att\d+\.(txt|html?))$/i.test(filename))
    return false;
  if (!related) return true;
  return (
    contentType.startsWith('image/') &&
    !signaturePicture.test(filename) &&
    content.length >= leastPictureBytes
  );
}

/** Returns the parts of an email that its sender attached. */
export function attachedFiles(parts: readonly Attachment[]): Attachment[] {
  return parts.filter(isAttached);
}

/**
 * Stores the files of an email as those of an upload: each is judged by its bytes, hashed, and gets a safe name. The caller checks their
 * number and total size with the rest of the message.
 *
 * @throws WrongKind for a file of another type
 */
export async function storeFiles(
  files: Pick<Files, 'put'>,
  parts: readonly Attachment[],
  stored: StoredFile[],
  nowMs: number,
): Promise<void> {
  for (const { content, filename = '' } of parts) {
    const key = newFileKey();
    const { bytes, learnt } = intake(Readable.from([content]), () => {});
    const size = await files.put(key, bytes);
    const { contentType, sha256 } = learnt();
    const name = isUsableFileName(filename) ? filename : '';
    stored.push({ key, fileName: storedFileName(name, contentType, nowMs), contentType, size, sha256 });
  }
}

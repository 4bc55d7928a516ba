import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { isHeicPhoto, sampleBytes } from '../../src/contract/files/fileKind.ts';
import { maxUploadBytes } from '../../src/contract/limits.ts';
import { asOneLine } from '../../src/contract/lines.ts';
import type { StoredFile } from '../data/storedFile.ts';
import { Refusal } from '../errors/errors.ts';
import { intake, WrongKind } from '../files/fileIntake.ts';
import { storedFileName } from '../files/fileName.ts';
import { type Files, newFileKey } from '../files/files.ts';
import {
  besideOf,
  type LimitedProgram,
  ProgramFailed,
  runLimitedProgram,
} from '../programs/limitedProgram.ts';
import { type EmailPart, inPieces } from './emailReader.ts';

/** Types of parts that programs add to what a person sends: seals, keys, formatting, reactions. */
const programParts =
  /^(application\/(pgp-signature|pgp-keys|(x-)?pkcs7-signature)|text\/(x-amp-html|vnd\.google\.email-reaction\+json))$/;

/** Returns the parts of an email that its sender sent: not what programs add, nor pictures of one pixel. */
export function sentFiles(parts: readonly EmailPart[]): EmailPart[] {
  return parts.filter(
    ({ contentType, isInText, isDot }) => !programParts.test(contentType) && !(isInText && isDot),
  );
}

/** Whether a part is a card of a person, which programs attach as a part of a signature. */
export function isCard({ fileName, contentType }: EmailPart): boolean {
  return /^text\/(x-vcard|vcard|directory)$/.test(contentType) || /\.vcf$/i.test(fileName);
}

const heicProgram: LimitedProgram = {
  script: besideOf(import.meta.url, './heicProgram.ts'),
  heapMegabytes: 512,
  mostAnswerBytes: 40 * 1024 * 1024,
};
const heicLimits = {
  processorMs: 60_000,
  timeMs: 120_000,
  feedMs: 30_000,
  memoryBytes: 1024 * 1024 * 1024,
};

/**
 * Returns a HEIC photo as a JPEG, as the app sends them; the file itself when it cannot be read, and any other file.
 *
 * @throws Refusal `unavailable` where the machine has no room for that, and the email `comesAgain`
 */
async function converted(
  { content, fileName, contentType }: EmailPart,
  comesAgain: boolean,
): Promise<Buffer> {
  const file = { name: fileName, type: contentType };
  if (!isHeicPhoto(file, content.subarray(0, sampleBytes))) return content;
  try {
    return await runLimitedProgram(heicProgram, [], Readable.from(inPieces(content)), heicLimits);
  } catch (error) {
    if (!(error instanceof ProgramFailed)) throw error;
    if (comesAgain && error.why === 'killed') throw new Refusal('unavailable');
    return content;
  }
}

/** Returns the hash that a picture has once it is stored: without what cameras and programs wrote into it. */
export async function storedHash({ content, sha256 }: EmailPart): Promise<string> {
  const { bytes, detected } = intake(Readable.from(inPieces(content)), () => {});
  try {
    await buffer(bytes);
    return detected().sha256;
  } catch (error) {
    if (error instanceof WrongKind) return sha256;
    throw error;
  }
}

/** Returns the name by which a sender knows a file, as a database can hold it. */
export function givenName({ fileName, contentType }: EmailPart): string {
  return asOneLine(fileName) || asOneLine(`a file without a name (${contentType})`);
}

/**
 * Stores the files of an email as those of an upload: each is judged by its bytes, hashed, and gets a safe name.
 *
 * @param stored gets the files, also when this throws
 * @returns those that cannot be accepted: of another type, or more than the message or its job takes
 */
export async function storeFiles(
  files: Pick<Files, 'put'>,
  parts: readonly EmailPart[],
  {
    stored,
    mostFiles,
    nowMs,
    comesAgain,
  }: { stored: StoredFile[]; mostFiles: number; nowMs: number; comesAgain: boolean },
): Promise<EmailPart[]> {
  const refused: EmailPart[] = [];
  let total = 0;
  for (const part of parts) {
    const content = await converted(part, comesAgain);
    if (stored.length >= mostFiles || total + content.length > maxUploadBytes) {
      refused.push(part);
      continue;
    }
    const key = newFileKey();
    const { bytes, detected } = intake(Readable.from(inPieces(content)), () => {});
    try {
      const size = await files.put(key, bytes);
      const found = detected();
      // An email says nothing of keeping when and where a photo was taken.
      stored.push({
        key,
        fileName: storedFileName(part.fileName, found.contentType, nowMs),
        size,
        ...found,
        photo: undefined,
      });
      total += size;
    } catch (error) {
      if (!(error instanceof WrongKind)) throw error;
      refused.push(part);
    }
  }
  return refused;
}

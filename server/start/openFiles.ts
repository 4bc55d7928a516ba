import { StartError } from '../errors/startError.ts';
import { type Bucket, openBucket } from '../files/bucket.ts';
import type { Files } from '../files/files.ts';
import type { FilesPlace } from '../files/filesPlace.ts';
import { openFolder } from '../files/folder.ts';
import { errorForLog } from '../log/logging.ts';
import type { Config } from '../settings/config.ts';
import { dataPaths } from './dataDir.ts';

/** Loads the library of a service only where it is used. */
async function bucketOf(place: Exclude<FilesPlace, { kind: 'folder' }>): Promise<Bucket> {
  if (place.kind === 's3') return (await import('../files/s3.ts')).s3Bucket(place);
  return (await import('../files/gcs.ts')).gcsBucket(place);
}

/** Returns the name of the service's error (`NoSuchBucket`, `AccessDenied`), which tells an operator most. */
function reason(error: unknown): string {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  const { type, message } = errorForLog(cause);
  return message === '' ? type : `${type}: ${message.replace(/\.$/, '')}`;
}

/**
 * Opens the configured store and tests writing to it.
 *
 * @throws StartError when nothing can be stored there
 */
export async function openFiles({
  files: place,
  dataDir,
}: Pick<Config, 'files' | 'dataDir'>): Promise<Files> {
  const paths = dataPaths(dataDir);
  if (place.kind === 'folder') return openFolder(paths.files);
  const files = await openBucket(await bucketOf(place), place.prefix, paths.incoming);
  try {
    await files.ready();
  } catch (error) {
    throw new StartError(`Can’t write to the bucket in FILES_URL (${reason(error)}).`);
  }
  return files;
}

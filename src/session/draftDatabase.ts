import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/** A chosen file of a draft. Its bytes lie in `chunks` under its id; `whole` tells that all of them do. */
export type DraftFile = {
  id: string;
  name: string;
  type: string;
  /** Bytes. */
  size: number;
  lastModified: number;
  whole: boolean;
};

/** One form as it stood: text as plain data, files as a list. */
export type DraftRecord = {
  /** E-mail. */
  owner: string;
  /** Which form, and of what: `new-job`, `edit-job:{jobId}`. */
  form: string;
  /** Seconds, of a share with fractions. */
  savedTimestamp: number;
  content: unknown;
  files: DraftFile[];
};

/** Bytes are kept as ArrayBuffers: Safari gives Files and Blobs of a database back as 0 bytes. */
interface Drafts extends DBSchema {
  drafts: { key: [owner: string, form: string]; value: DraftRecord };
  chunks: { key: [fileId: string, index: number]; value: ArrayBuffer };
}
export type DraftDatabase = IDBPDatabase<Drafts>;

export const draftsName = 'drafts';
const openLimitMs = 3000;

let opening: Promise<DraftDatabase> | undefined;

function forgetConnection(): void {
  opening = undefined;
}

/** A browser may leave the question open for ever; a form must not. */
function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error('The drafts did not open in time.')), openLimitMs);
    work.then(resolve, reject).finally(() => clearTimeout(limit));
  });
}

/** The drafts of this device; opened once, and anew after the browser dropped the connection (iOS, in the background). */
export function draftDatabase(): Promise<DraftDatabase> {
  if (opening) return opening;
  const mine = inTime(
    openDB<Drafts>(draftsName, 1, {
      upgrade(database) {
        database.createObjectStore('drafts', { keyPath: ['owner', 'form'] });
        database.createObjectStore('chunks');
      },
      blocking: (_current, _blocked, event) => {
        (event.target as IDBDatabase).close();
        forgetConnection();
      },
      terminated: forgetConnection,
    }),
  );
  opening = mine;
  mine.catch(forgetConnection);
  return mine;
}

/** Runs work on the drafts; once more on a new connection when the old one turns out to be dead. */
export async function onDrafts<T>(work: (database: DraftDatabase) => Promise<T>): Promise<T> {
  try {
    return await work(await draftDatabase());
  } catch (error) {
    const isDead =
      error instanceof DOMException && (error.name === 'InvalidStateError' || error.name === 'UnknownError');
    if (!isDead) throw error;
    forgetConnection();
    return await work(await draftDatabase());
  }
}

export function chunksOf(fileId: string): IDBKeyRange {
  return IDBKeyRange.bound([fileId, 0], [fileId, Number.MAX_SAFE_INTEGER]);
}

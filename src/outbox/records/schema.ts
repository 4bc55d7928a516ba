/** The outbox's database: its name, its versions and its keys. */
export const databaseName = 'ev-outbox';

/** One step for each version. Steps only add: a store that may hold what somebody typed is never dropped. */
export const upgrades: readonly ((db: IDBDatabase) => void)[] = [
  (db) => {
    const outbox = db.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true });
    outbox.createIndex('lane', ['ownerUid', 'laneKey', 'seq']);
    outbox.createIndex('clientId', 'clientId', { unique: true });
    db.createObjectStore('chunks');
    db.createObjectStore('session');
    db.createObjectStore('journal');
    db.createObjectStore('devices');
    db.createObjectStore('quarantine', { keyPath: 'id', autoIncrement: true });
    db.createObjectStore('drafts', { keyPath: ['owner', 'form'] });
    db.createObjectStore('draftChunks');
  },
];

/** Requests the database, in its newest version. */
export function openRequest(factory: IDBFactory): IDBOpenDBRequest {
  const request = factory.open(databaseName, upgrades.length);
  request.onupgradeneeded = ({ oldVersion }) => {
    for (const step of upgrades.slice(oldVersion)) step(request.result);
  };
  return request;
}

/** The keys of one file's chunks, which are its id and their index. */
export function chunksOf(fileId: string): IDBKeyRange {
  return IDBKeyRange.bound([fileId], [fileId, []]);
}

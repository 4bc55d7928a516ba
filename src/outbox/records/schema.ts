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
    db.createObjectStore('quarantine', { keyPath: 'id', autoIncrement: true });
  },
  (db) => {
    db.createObjectStore('drafts', { keyPath: ['owner', 'form', 'slot'] });
    db.createObjectStore('draftChunks');
  },
];

import { Database } from '../outbox/database.ts';

/** The outbox's database for what a start has to know of it; the outbox itself, which is loaded later, has its own connection. */
export const startDatabase = new Database({
  get indexedDB() {
    return globalThis.indexedDB;
  },
});

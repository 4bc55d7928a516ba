import { inject } from 'vitest';
import { type Database, openPostgres, type PostgresOptions } from '../../../server/data/db/db.ts';

/** Opens a database of the tests' PostgreSQL; with a pooler in front, it listens past it, as a firm's server must. */
export function openAt(url: string, options: PostgresOptions = {}): Promise<Database> {
  return openPostgres(url, { listenUrl: inject('listenUrl') + new URL(url).pathname, ...options });
}

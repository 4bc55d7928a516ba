import { inject } from 'vitest';
import type { Database } from '../../../server/data/db/db.ts';
import { openPostgres } from '../../../server/data/db/open.ts';
import type { PostgresOptions } from '../../../server/data/db/postgres.ts';

/** Opens a database of the tests' PostgreSQL; with a pooler in front, it listens past it, as a firm's server must. */
export function openAt(url: string, options: PostgresOptions = {}): Promise<Database> {
  return openPostgres(url, { listenUrl: inject('listenUrl') + new URL(url).pathname, ...options });
}

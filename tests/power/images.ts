import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runToEnd } from '../support/server/stack.ts';
import type { Acknowledged } from './work.ts';

const folders = new Set<string>();
process.on('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Makes an empty folder, which is removed with this process at the latest. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ev-power-'));
  folders.add(folder);
  return folder;
}

export function drop(...all: string[]): void {
  for (const folder of all) {
    rmSync(folder, { recursive: true, force: true });
    folders.delete(folder);
  }
}

export function pathsIn(folder: string): Map<string, 'file' | 'folder'> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    entries.map((entry) => [
      join(entry.parentPath, entry.name).slice(folder.length + 1),
      entry.isDirectory() ? 'folder' : 'file',
    ]),
  );
}

/** Returns the environment of a program whose changes of a folder are recorded in a file. */
export function recording(folder: string, record: string): Record<string, string> {
  return {
    NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, 'recordedDisk.ts')).href}`,
    RECORDED_FOLDER: folder,
    RECORD: record,
    ...(process.env.PLANTED && { PLANTED: process.env.PLANTED }),
  };
}

export type Found = {
  messages: { text: string; sha256: string | null }[];
  broken: unknown[];
  accounts: string[];
  /** How many users, jobs, messages and files there are. */
  rows: Record<string, number>;
};

/** Opens the database of a data folder as the server does, and returns what is there; a sentence where it cannot be opened. */
export async function foundIn(
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<Found | string> {
  const all = { ...environment, DATA_DIR: dataDir };
  const { code, stdout, stderr } = await runToEnd(['tests/power/found.ts'], all);
  if (code !== 0) return `cannot be opened: ${(stderr || stdout).slice(-600)}`;
  return JSON.parse(stdout.slice(stdout.lastIndexOf('\n{"messages"') + 1)) as Found;
}

/** Returns what is wrong with what was found, in sentences. */
export function faultsOf(found: Found | string, acknowledged: readonly Acknowledged[]): string[] {
  if (typeof found === 'string') return [found];
  const faults = found.broken.length > 0 ? [`${found.broken.length} files are not what their rows say`] : [];
  for (const each of acknowledged) {
    if (each.what === 'account') {
      if (!found.accounts.includes(each.email)) faults.push(`an account is lost`);
      continue;
    }
    const rows = found.messages.filter(({ text }) => text === each.text);
    if (rows.length !== 1) faults.push(`a message is there ${rows.length} times`);
    else if (rows[0]?.sha256 !== each.sha256) faults.push('a message has lost its file');
  }
  return faults;
}

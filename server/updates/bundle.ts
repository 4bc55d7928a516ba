import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type AppFile, filesPath, versionForm } from '../../src/contract/appFiles.ts';

/** Returns the version of the app in a folder; null where it was not built with one. */
export function versionIn(appDir: string): string | null {
  try {
    const names = readdirSync(join(appDir, dirname(filesPath(''))));
    const versions = names.map((name) => /^files-(\w+)\.json$/.exec(name)?.[1] ?? '');
    return versions.find((version) => versionForm.test(version)) ?? null;
  } catch {
    return null;
  }
}

/** Returns the bundle of the version in a folder. */
export function readBundle(appDir: string, version: string): Buffer {
  const list = readFileSync(join(appDir, filesPath(version)), 'utf8');
  const files = (JSON.parse(list) as AppFile[]).map(([path]) => readFileSync(join(appDir, path)));
  return Buffer.concat([Buffer.from(`${list}\n`), ...files]);
}

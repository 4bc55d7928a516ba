import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Returns a sentence that names those of the programs that are not installed; `''` where all are. */
export function withoutPrograms(programs: readonly string[]): string {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  const isThere = (path: string) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  };
  const missing = programs.filter((program) => !folders.some((folder) => isThere(join(folder, program))));
  return missing.length === 0 ? '' : `Not installed: ${missing.join(', ')}.`;
}

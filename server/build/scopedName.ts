import { createHash } from 'node:crypto';
import { join, relative } from 'node:path';

/** The root folder of the repository. */
export const projectDir = join(import.meta.dirname, '../..');

/** Returns the name of a class in the page. Vite's own has its line too, in the styles and in the code. */
export function scopedName(name: string, file: string): string {
  const path = relative(projectDir, file);
  return `${name}_${createHash('sha256').update(path).digest('hex').slice(0, 5)}`;
}

import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** Makes a copy of what a server runs of the project, with other files in it. @returns its folder */
export async function makeVersion(
  folder: string,
  files: Iterable<readonly [string, string]>,
): Promise<string> {
  for (const part of ['server', 'src', 'tests/support', 'package.json'])
    await cp(part, join(folder, part), { recursive: true });
  await symlink(resolve('node_modules'), join(folder, 'node_modules'), 'dir');
  for (const [file, text] of files) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
  return folder;
}

/** Returns the server’s program in a copy of the project, or in the project itself. */
export const serverOf = (version: string) => join(version, 'tests/support/server/bareServer.ts');

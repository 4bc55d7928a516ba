import type { Plugin } from 'vite';
import { compressesLater, compressFolder } from './compressFolder.ts';

/** Compresses the files of the build, the service worker included, which is built last. */
export function compressed(): Plugin {
  let folder: string;
  return {
    name: 'compressed',
    apply: 'build',
    configResolved({ build }) {
      folder = build.outDir;
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        if (!process.env[compressesLater]) await compressFolder(folder);
      },
    },
  };
}

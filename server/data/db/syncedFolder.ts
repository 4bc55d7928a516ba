import { fsyncSync } from 'node:fs';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { hasFolderSync } from '../syncFolder.ts';

type InitOptions = Parameters<NodeFS['init']>[1];

/** What is used of Emscripten's file system over Node's. */
type NodeFileSystem = {
  NODEFS: {
    stream_ops: { fsync?: (stream: { nfd: number; node: { mode: number } }) => number };
    /** Turns an error of Node into a number of POSIX. */
    tryFSOperation: (work: () => void) => void;
  };
  FS: { isDir(mode: number): boolean };
};

class SyncedNodeFS extends NodeFS {
  override async init(pg: PGlite, options: InitOptions) {
    const { emscriptenOpts } = await super.init(pg, options);
    const addSync = (module: unknown): void => {
      const { NODEFS, FS } = module as NodeFileSystem;
      NODEFS.stream_ops.fsync = ({ nfd, node }) => {
        if (FS.isDir(node.mode) && !hasFolderSync) return 0;
        NODEFS.tryFSOperation(() => fsyncSync(nfd));
        return 0;
      };
    };
    const before = [emscriptenOpts.preRun ?? []].flat();
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...before, addSync] } };
  }
}

/**
 * Returns options of PGlite for a folder in which each commit is on the disk before it returns. Emscripten's file system over Node's has
 * no `fsync`, which counts as success: with `fsync=on` alone nothing would reach the disk.
 */
export function syncedFolder(folder: string): PGliteOptions {
  const startParams = PGlite.defaultStartParams.filter((one) => one !== '-F');
  return {
    fs: new SyncedNodeFS(folder),
    startParams: [...startParams, '-c', 'fsync=on', '-c', 'wal_sync_method=fsync'],
  };
}

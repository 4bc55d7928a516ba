import fs from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { threadId } from 'node:worker_threads';

/**
 * Records, in the order in which they were done, all that a process does to the files of one folder: loaded into it before anything
 * else (`--import`). `replay.ts` makes of it what a disk has after a power cut.
 *
 * `PLANTED`: leaves out what the database flushes. `RECORDED_FOLDER`: the folder. `RECORD`: the file of the record: a line of JSON for each
 * step, followed by `n` bytes of data.
 */
const root = resolve(process.env.RECORDED_FOLDER ?? '');
const raw = { ...fs };
const record = raw.openSync(process.env.RECORD ?? '', 'a');

/** Returns a path relative to the folder; null outside of it, and for what holds nothing that lasts. */
function within(path: unknown): string | null {
  if (typeof path !== 'string' && !(path instanceof URL) && !Buffer.isBuffer(path)) return null;
  const name = relative(root, resolve(String(path)));
  return name.startsWith('..') || isAbsolute(name) || /^(lock|control\.sock)/.test(name) ? null : name;
}

function write(step: object, data?: Uint8Array): void {
  const line = Buffer.from(`${JSON.stringify({ ...step, n: data?.length ?? 0 })}\n`);
  raw.writeSync(record, data ? Buffer.concat([line, data]) : line);
}

type Opened = { id: string; at: number; path: string };
/** The files that were made, by inode: a number may be used again. */
const made = new Map<bigint, string>();
const handles = new Map<number, Opened>();
let count = 0;

function idOf(fd: number, path: string, isNew: boolean): string {
  const { ino } = raw.fstatSync(fd, { bigint: true });
  if (isNew) {
    count += 1;
    const id = `${threadId}-${count}`;
    made.set(ino, id);
    write({ do: 'create', path, id });
  }
  return made.get(ino) ?? `old:${path}`;
}

function truncates(flags: unknown): boolean {
  return typeof flags === 'number' ? (flags & fs.constants.O_TRUNC) !== 0 : String(flags).startsWith('w');
}

function opened(fd: number, name: string, existed: boolean, flags: unknown): void {
  if (raw.fstatSync(fd).isDirectory()) return void handles.set(fd, { id: '', at: 0, path: name });
  const id = idOf(fd, name, !existed);
  if (existed && truncates(flags)) write({ do: 'resize', id, size: 0 });
  handles.set(fd, { id, at: 0, path: name });
}

function wrote(fd: number, bytes: Uint8Array, position: unknown): void {
  const file = handles.get(fd);
  if (!file) return;
  const at = typeof position === 'number' || typeof position === 'bigint' ? Number(position) : file.at;
  if (at === file.at) file.at += bytes.length;
  write({ do: 'write', id: file.id, at }, bytes);
}

function synced(fd: number): void {
  const file = handles.get(fd);
  if (process.env.PLANTED && file?.path.startsWith('database')) return;
  if (file) write(file.id ? { do: 'sync', id: file.id } : { do: 'syncFolder', path: file.path });
}

/** Records a file that was written as a whole. */
function wroteWhole(path: unknown, existed: boolean, data: unknown, isFlushed: boolean): void {
  const name = within(path);
  if (name === null) return;
  const fd = raw.openSync(String(path), 'r');
  const id = idOf(fd, name, !existed);
  raw.closeSync(fd);
  if (existed) write({ do: 'resize', id, size: 0 });
  write({ do: 'write', id, at: 0 }, Buffer.from(data as Uint8Array));
  if (isFlushed) write({ do: 'sync', id });
}

function moved(from: unknown, to: unknown): void {
  const [a, b] = [within(from), within(to)];
  if (a !== null && b !== null) write({ do: 'move', from: a, to: b });
}

function removed(path: unknown): void {
  const name = within(path);
  if (name !== null) write({ do: 'remove', path: name });
}

/** Records the folders on the way to one that were not there. */
function madeFolders(path: unknown, missing: readonly string[]): void {
  if (within(path) !== null) for (const each of missing) write({ do: 'folder', path: each });
}

function missingFolders(path: unknown): string[] {
  const name = within(path);
  if (name === null) return [];
  const parts = name.split('/');
  const all = parts.map((_, at) => parts.slice(0, at + 1).join('/'));
  return all.filter((each) => !raw.existsSync(join(root, each)));
}

const exists = (path: unknown) => within(path) !== null && raw.existsSync(String(path));

Object.assign(fs, {
  openSync(path: string, flags?: string, mode?: number) {
    const existed = exists(path);
    const fd = raw.openSync(path, flags ?? 'r', mode);
    const name = within(path);
    if (name !== null) opened(fd, name, existed, flags);
    return fd;
  },
  closeSync(fd: number) {
    handles.delete(fd);
    raw.closeSync(fd);
  },
  writeSync(fd: number, data: Uint8Array | string, offset?: number, length?: number, position?: number) {
    if (typeof data === 'string') {
      const bytes = Buffer.from(data);
      const size = raw.writeSync(fd, bytes, 0, bytes.length, offset);
      wrote(fd, bytes.subarray(0, size), offset);
      return size;
    }
    const start = offset ?? 0;
    const size = raw.writeSync(fd, data, start, length ?? data.byteLength - start, position);
    wrote(fd, Uint8Array.from(new Uint8Array(data.buffer, data.byteOffset + start, size)), position);
    return size;
  },
  fsyncSync(fd: number) {
    raw.fsyncSync(fd);
    synced(fd);
  },
  fdatasyncSync(fd: number) {
    raw.fdatasyncSync(fd);
    synced(fd);
  },
  ftruncateSync(fd: number, size = 0) {
    raw.ftruncateSync(fd, size);
    const file = handles.get(fd);
    if (file) write({ do: 'resize', id: file.id, size });
  },
  truncateSync(path: string, size = 0) {
    raw.truncateSync(path, size);
    const name = within(path);
    if (name === null) return;
    const fd = raw.openSync(path, 'r');
    write({ do: 'resize', id: idOf(fd, name, false), size });
    raw.closeSync(fd);
  },
  writeFileSync(path: string, data: string, options?: object) {
    const existed = exists(path);
    raw.writeFileSync(path, data, options);
    wroteWhole(path, existed, data, Boolean((options as { flush?: boolean } | undefined)?.flush));
  },
  renameSync(from: string, to: string) {
    raw.renameSync(from, to);
    moved(from, to);
  },
  unlinkSync(path: string) {
    raw.unlinkSync(path);
    removed(path);
  },
  rmdirSync(path: string) {
    raw.rmdirSync(path);
    removed(path);
  },
  rmSync(path: string, options?: object) {
    const existed = exists(path);
    raw.rmSync(path, options);
    if (existed) removed(path);
  },
  mkdirSync(path: string, options?: object) {
    const missing = missingFolders(path);
    const first = raw.mkdirSync(path, options);
    madeFolders(path, missing);
    return first;
  },
});

const later = { ...promises };
Object.assign(promises, {
  async open(path: string, flags?: string, mode?: number) {
    const existed = exists(path);
    const file = await later.open(path, flags, mode);
    const name = within(path);
    if (name === null) return file;
    const { fd } = file;
    opened(fd, name, existed, flags);
    const own = { write: file.write, writeFile: file.writeFile, sync: file.sync, close: file.close };
    return Object.assign(file, {
      async writeFile(data: Uint8Array) {
        await own.writeFile.call(file, data);
        wrote(fd, Uint8Array.from(data), null);
      },
      write() {
        throw new Error('Not recorded: write of a handle.');
      },
      async sync() {
        await own.sync.call(file);
        synced(fd);
      },
      async close() {
        handles.delete(fd);
        await own.close.call(file);
      },
    });
  },
  async writeFile(path: string, data: string, options?: { flush?: boolean }) {
    const existed = exists(path);
    await later.writeFile(path, data, options);
    if (typeof path === 'string') wroteWhole(path, existed, data, options?.flush === true);
  },
  async rename(from: string, to: string) {
    await later.rename(from, to);
    moved(from, to);
  },
  async unlink(path: string) {
    await later.unlink(path);
    removed(path);
  },
  async rm(path: string, options?: object) {
    const existed = exists(path);
    await later.rm(path, options);
    if (existed) removed(path);
  },
  async mkdir(path: string, options?: object) {
    const missing = missingFolders(path);
    const first = await later.mkdir(path, options);
    madeFolders(path, missing);
    return first;
  },
});
syncBuiltinESMExports();

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A step of the record, at its end in bytes. */
type Step = { end: number; data: Uint8Array } & (
  | { do: 'create'; path: string; id: string }
  | { do: 'write'; id: string; at: number }
  | { do: 'resize'; id: string; size: number }
  | { do: 'sync'; id: string }
  | { do: 'folder' | 'remove' | 'syncFolder'; path: string }
  | { do: 'move'; from: string; to: string }
);

/** Reads a record; a last step that was cut off is left out. */
export function readRecord(file: string): Step[] {
  const bytes = readFileSync(file);
  const steps: Step[] = [];
  for (let at = 0; ; ) {
    const line = bytes.indexOf(10, at);
    if (line < 0) return steps;
    const step = JSON.parse(bytes.toString('utf8', at, line)) as Step & { n: number };
    at = line + 1 + step.n;
    if (at > bytes.length) return steps;
    steps.push({ ...step, end: at, data: bytes.subarray(line + 1, at) });
  }
}

/** What the disk does with steps that nobody has flushed: it forgets all, or has some of them, in any order. */
export type Forgets = 'all' | 'some';

type Change = { at: number; data: Uint8Array } | { size: number };
type File = { saved: Bytes; waiting: Change[] };
/** A change of the names in a folder; `id` null: removed. */
type Naming = { path: string; id: string | null; from?: string };

/** The bytes of a file, with room to grow. */
class Bytes {
  #buffer: Buffer;
  #size: number;

  constructor(content: Buffer) {
    this.#buffer = content;
    this.#size = content.length;
  }

  get content(): Buffer {
    return this.#buffer.subarray(0, this.#size);
  }

  change(change: Change): void {
    const size = 'size' in change ? change.size : Math.max(this.#size, change.at + change.data.length);
    if (size > this.#buffer.length) {
      const next = Buffer.alloc(Math.max(size, 2 * this.#buffer.length));
      this.content.copy(next);
      this.#buffer = next;
    }
    if ('size' in change) this.#buffer.fill(0, Math.min(size, this.#size), this.#size);
    else this.#buffer.set(change.data, change.at);
    this.#size = size;
  }
}

const folderId = 'folder';

/** The disk under a folder: what survives a power cut is what was flushed, file by file, and each folder's names with that folder. */
export class Disk {
  readonly #base: string;
  readonly #files = new Map<string, File>();
  /** Names as they are, and as they are on the disk. */
  readonly #names: Map<string, string>;
  readonly #saved: Map<string, string>;
  #waiting: Naming[] = [];

  /** @param base a folder with what was there before the record */
  constructor(base: string, paths: ReadonlyMap<string, 'file' | 'folder'>) {
    this.#base = base;
    const names = [...paths].map(
      ([path, kind]) => [path, kind === 'folder' ? folderId : `old:${path}`] as const,
    );
    this.#names = new Map(names);
    this.#saved = new Map(names);
  }

  #file(id: string): File {
    let file = this.#files.get(id);
    if (!file) {
      const path = id.startsWith('old:') ? join(this.#base, id.slice(4)) : '';
      const content = path && existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
      file = { saved: new Bytes(content), waiting: [] };
      this.#files.set(id, file);
    }
    return file;
  }

  #name(naming: Naming): void {
    apply(this.#names, naming);
    this.#waiting.push(naming);
  }

  do(step: Step): void {
    if (step.do === 'create') this.#name({ path: step.path, id: step.id });
    else if (step.do === 'folder') this.#name({ path: step.path, id: folderId });
    else if (step.do === 'remove') this.#name({ path: step.path, id: null });
    else if (step.do === 'move')
      this.#name({ path: step.to, id: this.#names.get(step.from) ?? null, from: step.from });
    else if (step.do === 'write') this.#file(step.id).waiting.push({ at: step.at, data: step.data });
    else if (step.do === 'resize') this.#file(step.id).waiting.push({ size: step.size });
    else if (step.do === 'sync') {
      const file = this.#file(step.id);
      for (const change of file.waiting.splice(0)) file.saved.change(change);
    } else {
      const isHere = ({ path, from }: Naming) =>
        folderOf(path) === step.path || (from !== undefined && folderOf(from) === step.path);
      for (const naming of this.#waiting) if (isHere(naming)) apply(this.#saved, naming);
      this.#waiting = this.#waiting.filter((naming) => !isHere(naming));
    }
  }

  /** Writes what is there after a power cut into an empty folder. */
  cut(folder: string, forgets: Forgets, random: () => number): void {
    const names = new Map(this.#saved);
    // Names are journaled: each folder has a first part of what was done to it.
    const stop = new Map<string, number>();
    for (const naming of this.#waiting) {
      const where = folderOf(naming.path);
      if (!stop.has(where)) stop.set(where, forgets === 'all' ? 0 : Math.floor(random() * 9));
      const left = stop.get(where) ?? 0;
      if (left <= 0) continue;
      stop.set(where, left - 1);
      apply(names, naming);
    }
    const paths = [...names].sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [path, id] of paths) {
      if (id === folderId) {
        if (isReachable(names, path)) mkdirSync(join(folder, path), { recursive: true, mode: 0o700 });
        continue;
      }
      if (!isReachable(names, path)) continue;
      const { saved, waiting } = this.#file(id);
      const bytes = new Bytes(forgets === 'some' ? Buffer.from(saved.content) : saved.content);
      if (forgets === 'some') for (const change of waiting) if (random() < 0.5) bytes.change(change);
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), bytes.content, { mode: 0o600 });
    }
  }
}

function folderOf(path: string): string {
  const at = path.lastIndexOf('/');
  return at < 0 ? '' : path.slice(0, at);
}

/** Whether all folders on the way to a name are there. */
function isReachable(names: ReadonlyMap<string, string>, path: string): boolean {
  for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder))
    if (names.get(folder) !== folderId) return false;
  return true;
}

/** Names, moves or removes a file, or a folder with all that is in it. */
function apply(names: Map<string, string>, { path, id, from }: Naming): void {
  const old = from ?? (id === null ? path : null);
  const inside = old === null ? [] : [...names].filter(([name]) => name.startsWith(`${old}/`));
  for (const [name] of inside) names.delete(name);
  if (old !== null) names.delete(old);
  if (id === null) return;
  names.set(path, id);
  if (from !== undefined) for (const [name, each] of inside) names.set(path + name.slice(from.length), each);
}

import 'fake-indexeddb/auto';
import { IDBKeyRange as KeyRange } from 'fake-indexeddb';
// @ts-expect-error The package exports it for nobody.
import RecordStore from '../../../node_modules/fake-indexeddb/build/esm/lib/RecordStore.js';

/**
 * Makes the fake IndexedDB fast for what the outbox stores: few records, with keys of numbers, strings and arrays of them. Its trees,
 * generators and checks of keys give way to sorted arrays; what a request finds, and when, stays the same.
 */

type Key = number | string | readonly Key[];
type Entry = { key: Key; value: Key };
type Range = { lower?: Key; upper?: Key; lowerOpen: boolean; upperOpen: boolean };
type Store = { keysAreUnique: boolean; records: Entry[] };

function rankOf(key: Key): number {
  return typeof key === 'number' ? 0 : typeof key === 'string' ? 1 : 2;
}

function compare(a: Key, b: Key): number {
  if (typeof a !== 'object' || typeof b !== 'object') {
    const ranks = rankOf(a) - rankOf(b);
    if (ranks !== 0) return ranks;
    return a < b ? -1 : a > b ? 1 : 0;
  }
  const shared = Math.min(a.length, b.length);
  for (let n = 0; n < shared; n += 1) {
    const order = compare(a[n] as Key, b[n] as Key);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** Returns the number of entries at the start of a store that `isBefore` holds for. */
function countBefore({ records }: Store, isBefore: (entry: Entry) => boolean): number {
  let low = 0;
  let high = records.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(records[middle] as Entry)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function bounds(store: Store, range?: Range): [from: number, to: number] {
  const { lower, upper, lowerOpen, upperOpen } = range ?? ({} as Partial<Range>);
  const from =
    lower === undefined
      ? 0
      : countBefore(store, ({ key }) => compare(key, lower) < (lowerOpen === true ? 1 : 0));
  const to =
    upper === undefined
      ? store.records.length
      : countBefore(store, ({ key }) => compare(key, upper) < (upperOpen === true ? 0 : 1));
  return [from, Math.max(from, to)];
}

function rangeOf(key: Key | Range): Range {
  return key instanceof KeyRange ? (key as never) : only(key as Key);
}

function only(key: Key): Range {
  return { lower: key, upper: key, lowerOpen: false, upperOpen: false };
}

/** Returns where an entry is or would be, and the entry that is there. */
function placeOf(store: Store, { key, value }: Entry): { at: number; found: Entry | undefined } {
  const order = (entry: Entry) =>
    compare(entry.key, key) || (store.keysAreUnique ? 0 : compare(entry.value, value));
  const at = countBefore(store, (entry) => order(entry) < 0);
  const found = store.records[at];
  return { at, found: found && order(found) === 0 ? found : undefined };
}

class Sorted {
  keysAreUnique: boolean;
  records: Entry[] = [];

  constructor(keysAreUnique: boolean) {
    this.keysAreUnique = keysAreUnique;
  }

  get(key: Key | Range): Entry | undefined {
    const [from, to] = bounds(this, rangeOf(key));
    return from < to ? this.records[from] : undefined;
  }

  put(entry: Entry, noOverwrite = false): Entry | undefined {
    const { at, found } = placeOf(this, entry);
    if (found && noOverwrite) throw new DOMException('The key is taken.', 'ConstraintError');
    this.records.splice(at, found ? 1 : 0, entry);
    return found;
  }

  delete(key: Key | Range): Entry[] {
    const [from, to] = bounds(this, rangeOf(key));
    return this.records.splice(from, to - from);
  }

  deleteByKeyAndValue(key: Key, value: Key): void {
    const { at, found } = placeOf(this, { key, value });
    if (found && compare(found.value, value) === 0) this.records.splice(at, 1);
  }

  clear(): Entry[] {
    return this.records.splice(0);
  }

  values(range?: Range, direction = 'next'): Entry[] {
    if (direction !== 'next') throw new Error(`Nothing of the outbox reads in the direction ${direction}`);
    return this.records.slice(...bounds(this, range));
  }

  size(): number {
    return this.records.length;
  }
}

for (const name of Object.getOwnPropertyNames(Sorted.prototype)) {
  if (name === 'constructor') continue;
  const method = Sorted.prototype[name as keyof Sorted] as unknown as (
    this: Sorted,
    ...args: unknown[]
  ) => unknown;
  RecordStore.prototype[name] = function (this: Sorted, ...args: unknown[]) {
    if (!Array.isArray(this.records)) this.records = [];
    return method.apply(this, args);
  };
}

/** Its keys are valid: they are compared as they are. */
Object.assign(KeyRange, {
  bound: (lower: Key, upper: Key, lowerOpen = false, upperOpen = false) =>
    new (KeyRange as never as new (...args: unknown[]) => IDBKeyRange)(lower, upper, lowerOpen, upperOpen),
});
KeyRange.prototype.includes = function (this: Range, key: Key) {
  const { lower, upper, lowerOpen, upperOpen } = this;
  if (lower !== undefined && compare(key, lower) < (lowerOpen ? 1 : 0)) return false;
  return upper === undefined || compare(key, upper) < (upperOpen ? 0 : 1);
};

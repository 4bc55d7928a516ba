import { isOfDevice } from './forgetWords.ts';

/**
 * From here on this page keeps nothing of a person: it is about to be replaced, and what still runs in it (a form that keeps
 * its draft as it goes, a save that was put off) must not write back what has just been taken off the device.
 */
export function closeStorage(): void {
  if (typeof Storage === 'function') {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (key, value) {
      if (isOfDevice(key)) setItem.call(this, key, value);
    };
  }
  if (typeof IDBObjectStore !== 'function') return;
  for (const name of ['put', 'add'] as const) {
    const write = IDBObjectStore.prototype[name];
    IDBObjectStore.prototype[name] = function (value, key) {
      if (!isOfDevice(this.transaction.db.name)) throw new DOMException('This page is left.', 'AbortError');
      return key === undefined ? write.call(this, value) : write.call(this, value, key);
    };
  }
}

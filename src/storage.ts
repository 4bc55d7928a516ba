import { createStore } from './store.ts';

/** Whether the browser has lost the databases of this page, which had them: only another page gets them back. */
export const storageLost = createStore(false);

/** Tells whether a database can be opened now: some browsers refuse it, and WebKit may lose the process that stores. */
export function canOpenDatabases(): Promise<boolean> {
  const probe = 'probe';
  return new Promise((resolve) => {
    const opening = indexedDB.open(probe);
    opening.onerror = () => resolve(false);
    opening.onsuccess = () => {
      opening.result.close();
      indexedDB.deleteDatabase(probe);
      resolve(true);
    };
  });
}

export type Area = 'localStorage' | 'sessionStorage';

/** Reads a string of local storage; null where there is none, undefined where the browser denies storage. */
export function readStored(key: string, area: Area = 'localStorage'): string | null | undefined {
  try {
    return globalThis[area].getItem(key);
  } catch {
    return undefined;
  }
}

/** Lists the keys of local storage; none where the browser denies it. */
export function storedKeys(area: Area = 'localStorage'): string[] {
  try {
    const storage = globalThis[area];
    return Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '');
  } catch {
    return [];
  }
}

/** Reads what was stored as JSON; null where there is none, or no JSON. */
export function readStoredJson(key: string, area?: Area): unknown {
  try {
    return JSON.parse(readStored(key, area) ?? 'null');
  } catch {
    return null;
  }
}

/** Stores a string, or with null removes it. A browser that denies it is logged. */
export function writeStored(key: string, value: string | null, area: Area = 'localStorage'): void {
  try {
    if (value === null) globalThis[area].removeItem(key);
    else globalThis[area].setItem(key, value);
  } catch (error) {
    console.warn(`This browser does not store "${key}":`, error);
  }
}

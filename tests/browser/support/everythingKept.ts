import type { Page } from '@playwright/test';

/**
 * Returns everything that this origin stores in the browser, as text.
 *
 * @param except stores of databases to leave out, as `database/store`
 */
export function everythingKept(page: Page, except: readonly string[] = []): Promise<string> {
  return page.evaluate(readEverything, except);
}

/** Runs in the page. */
export async function readEverything(except: readonly string[]): Promise<string> {
  const stored: unknown[] = [{ ...localStorage }, { ...sessionStorage }, document.cookie];
  for (const { name } of await indexedDB.databases()) {
    if (!name) continue;
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    for (const store of database.objectStoreNames) {
      if (except.includes(`${name}/${store}`)) continue;
      const reading = database.transaction(store).objectStore(store);
      for (const ask of [() => reading.getAll(), () => reading.getAllKeys()]) {
        const rows = await new Promise((resolve, reject) => {
          const request = ask();
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
        stored.push(name, store, rows);
      }
    }
    database.close();
  }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const isApp = /\.(js|css|html|svg|png|webmanifest)(\?|$)/.test(request.url);
      stored.push(name, request.url, isApp ? '' : await (await cache.match(request))?.text());
    }
  }
  return JSON.stringify(stored);
}

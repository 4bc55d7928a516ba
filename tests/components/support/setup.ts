import { afterEach } from 'vitest';

/** Clears the storage: all files of tests share one origin. */
async function clearStorage(): Promise<void> {
  localStorage.clear();
  for (const name of await caches.keys()) await caches.delete(name);
  for (const { name = '' } of await indexedDB.databases()) {
    await new Promise((resolve) => {
      const request = indexedDB.deleteDatabase(name);
      request.onsuccess = resolve;
      request.onerror = resolve;
    });
  }
}

await clearStorage();
// Names the server of this file of tests: what one file changes, no other sees, whatever the order in which they run.
await cookieStore.set('page', `${import.meta.env.VITEST_POOL_ID}.${crypto.randomUUID()}`);

// The screen's text says more than the locator that found nothing.
afterEach(({ task }) => {
  if (task.result?.state === 'fail') console.log(`On the screen:\n${document.body.innerText.slice(0, 2000)}`);
});

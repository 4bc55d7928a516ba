/**
 * Aborts the open transactions of a page that enters the back/forward cache: WebKit freezes it with them, and their locks would keep
 * every other page waiting. Ours are repeated when the page comes back; one that called `commit` completes.
 *
 * Covers all databases of the page, because the identity provider's library polls its own, and no page could sign in meanwhile.
 */
export function abortWhenFrozen(): void {
  const isPage = typeof document === 'object' && typeof addEventListener === 'function';
  if (!isPage || typeof IDBDatabase !== 'function') return;
  const unfinished = new Set<IDBTransaction>();
  const { prototype } = IDBDatabase;
  const begin = prototype.transaction;
  prototype.transaction = function (...args) {
    const tx = begin.apply(this, args);
    unfinished.add(tx);
    for (const end of ['complete', 'abort']) tx.addEventListener(end, () => unfinished.delete(tx));
    return tx;
  };
  globalThis.addEventListener('pagehide', ({ persisted }) => {
    if (!persisted) return;
    for (const tx of unfinished) {
      try {
        tx.abort();
      } catch {
        // It commits.
      }
    }
  });
}

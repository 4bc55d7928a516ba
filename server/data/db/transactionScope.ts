import { AsyncLocalStorage } from 'node:async_hooks';

/** Databases silently roll back instead of committing after a failed statement; code that swallowed its error must not go on. */
export const swallowed = 'A statement failed in this transaction, and its error went no further.';

/** Tracks whether the running code belongs to a transaction of a database. */
export type TransactionScope = {
  /** Runs `work` as part of a transaction. What it leaves running is outside once it ends. */
  inside<T>(work: () => Promise<T>): Promise<T>;
  /** Called by the outer database before it takes a connection. @throws Error inside a transaction */
  mustBeOutside(): void;
};

export function transactionScope(): TransactionScope {
  const current = new AsyncLocalStorage<{ open: boolean }>();
  return {
    async inside(work) {
      const scope = { open: true };
      try {
        return await current.run(scope, work);
      } finally {
        scope.open = false;
      }
    },
    mustBeOutside() {
      if (current.getStore()?.open) {
        throw new Error('Inside a transaction, use the db that the transaction gives.');
      }
    },
  };
}

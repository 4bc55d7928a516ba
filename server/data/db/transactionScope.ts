import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Databases turn the commit of a transaction in which a statement failed into a silent rollback; whoever swallowed that
 * statement's error would believe that everything was kept.
 */
export const swallowed = 'A statement failed in this transaction, and its error went no further.';

/** Knows, for one database, whether the running code belongs to a transaction of it. */
export type TransactionScope = {
  /** Marks `work` as a transaction's own until it ends; what it left running afterwards is outside again. */
  inside<T>(work: () => Promise<T>): Promise<T>;
  /** Must be called by the outer database before it takes a connection. */
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

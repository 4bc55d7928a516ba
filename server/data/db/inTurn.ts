/**
 * Waits for what was asked of one transaction at once, so that all of it goes to the database together, as if each had been asked
 * after the one before: the first of them that failed is what failed. Nothing of it is under way any more then.
 */
export async function inTurn<T extends readonly unknown[]>(
  ...asked: { [K in keyof T]: Promise<T[K]> }
): Promise<T> {
  const outcomes = await Promise.allSettled(asked);
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  }) as unknown as T;
}

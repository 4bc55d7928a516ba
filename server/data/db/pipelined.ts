/**
 * Waits for pipelined statements of one transaction, as if each had been run after the one before: throws the first error, in their
 * order, once none of them is in flight any more.
 */
export async function pipelined<T extends readonly unknown[]>(
  ...asked: { [K in keyof T]: Promise<T[K]> }
): Promise<T> {
  const outcomes = await Promise.allSettled(asked);
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  }) as unknown as T;
}

/** Writes of this window that are on their way: nobody loads the page anew under them. */
let writes = 0;

/** Counts a write while it lasts. */
export async function countedWrite<T>(work: () => Promise<T>): Promise<T> {
  writes += 1;
  try {
    return await work();
  } finally {
    writes -= 1;
  }
}

export function isWriting(): boolean {
  return writes > 0;
}

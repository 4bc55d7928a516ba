const restMs = 500;

/** What was done a moment ago, and whether it was asked for again since. */
const resting = new Map<string, boolean>();

/**
 * Does something now, and however often it is asked for in the next half second, once more after it: when a queue empties
 * into the app, what shows it is not read anew for each of many messages.
 */
export function notTooOften(name: string, work: () => void): void {
  if (resting.has(name)) {
    resting.set(name, true);
    return;
  }
  resting.set(name, false);
  work();
  setTimeout(() => {
    const again = resting.get(name);
    resting.delete(name);
    if (again) notTooOften(name, work);
  }, restMs);
}

type Scheduled = { postTask?(task: () => void, options: { priority: 'background' }): Promise<void> };

/** Lets the browser draw, answer taps and do all that somebody waits for before more work is done. */
export function pause(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: Scheduled };
  if (scheduler?.postTask) return scheduler.postTask(() => undefined, { priority: 'background' });
  return new Promise((resolve) => setTimeout(resolve));
}

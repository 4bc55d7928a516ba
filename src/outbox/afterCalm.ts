const calmMs = 1500;
const longestMs = 10_000;

const waiting = new Map<string, { timer: ReturnType<typeof setTimeout>; until: number }>();

/** Does something once it has not been asked for in a moment; asked for without a pause, every ten seconds. */
export function afterCalm(name: string, work: () => void): void {
  const before = waiting.get(name);
  clearTimeout(before?.timer);
  const now = performance.now();
  const until = before?.until ?? now + longestMs;
  const timer = setTimeout(
    () => {
      waiting.delete(name);
      work();
    },
    Math.max(0, Math.min(calmMs, until - now)),
  );
  waiting.set(name, { timer, until });
}

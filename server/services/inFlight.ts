/** Counts what is in flight in this process by key: requests, or bytes of files. */
export type InFlight = {
  of(key: string): number;
  /** Adds to the count of a key and returns a function that subtracts it again; returns null, without adding, above `most`. */
  take(key: string, amount: number, most: number): (() => void) | null;
};

export function openInFlight(): InFlight {
  const counts = new Map<string, number>();
  const of = (key: string) => counts.get(key) ?? 0;

  return {
    of,
    take(key, amount, most) {
      if (of(key) + amount > most) return null;
      counts.set(key, of(key) + amount);
      let isCounted = true;
      return () => {
        if (!isCounted) return;
        isCounted = false;
        const left = of(key) - amount;
        if (left > 0) counts.set(key, left);
        else counts.delete(key);
      };
    },
  };
}

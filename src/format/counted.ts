/** Returns a count with its noun: "1 job", "3 jobs", "1,200 jobs". */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  // `toLocaleString` takes a phone 50 ms when it is first called, which is before the first list is drawn.
  const digits = String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return `${digits} ${count === 1 ? noun : plural}`;
}

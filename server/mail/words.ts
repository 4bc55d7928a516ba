/** Returns a number of things in words: “a new message”, “3 new messages”. */
export function counted(count: number, one: string, many: string): string {
  return count === 1 ? one : `${count} ${many}`;
}

/** Returns “a, b, and c”. */
export function listed(parts: readonly string[]): string {
  return new Intl.ListFormat('en').format(parts);
}

/** Returns a text with a capital at its begin. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

type Pages = { pages: readonly { items: readonly unknown[] }[] };

/**
 * Whether a list of the inbox is to be read: by its count it has conversations, or what was read shows some that it may not have any more.
 */
export function isToRead(count: number, read: Pages | undefined): boolean {
  return count > 0 || read?.pages.some(({ items }) => items.length > 0) === true;
}

/** On the way through the access flow, the page that was asked for stays known. */
export function keepNext({ next }: { next?: string }): { next?: string } {
  return next ? { next } : {};
}

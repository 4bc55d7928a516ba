/** `missed`: something was shared that did not arrive. */
export function validateShareSearch({ missed }: Record<string, unknown>): { missed?: 1 } {
  return missed === undefined ? {} : { missed: 1 };
}

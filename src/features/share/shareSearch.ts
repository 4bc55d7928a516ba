/** `missed`: something was shared before the worker could take it. */
export function validateShareSearch({ missed }: Record<string, unknown>): { missed?: 1 } {
  return missed === undefined ? {} : { missed: 1 };
}

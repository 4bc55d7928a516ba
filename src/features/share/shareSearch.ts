/** `missed`: something was shared, and nothing of the app was there to take it. */
export function validateShareSearch({ missed }: Record<string, unknown>): { missed?: 1 } {
  return missed === undefined ? {} : { missed: 1 };
}

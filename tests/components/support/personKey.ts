/** The storage key of the signed-in user's name in `tests/support/server/people.ts`. */
export const personKey = 'test-person';

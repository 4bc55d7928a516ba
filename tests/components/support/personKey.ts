/** The storage key of the signed-in user's name in `tests/support/people.ts`. */
export const personKey = 'test-person';

/** Under this key the storage names who is signed in, as `tests/support/people.ts` calls them. */
export const personKey = 'test-person';

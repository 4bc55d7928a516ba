/** `/users/listing/{category}?q=ada`: people whose name, company or e-mail begins so. */
export type UsersSearch = { q?: string };

export function validateUsersSearch({ q }: Record<string, unknown>): UsersSearch {
  // A router reads `?q=12` as a number; a search text is text.
  const text = typeof q === 'string' || typeof q === 'number' ? String(q).trim().slice(0, 200) : '';
  return text ? { q: text } : {};
}

/** A user who is erased, and what replaces them. */
export type Erasing = {
  email: string;
  /** All their names, former ones included: "Ada Lovelace", "Ada L.", the longest first. */
  names: readonly string[];
  phoneNumber: string;
  pseudonym: string;
  /** "Former client", "Former employee". */
  former: string;
  /** The name of their company from now on. */
  company: string;
};

function replaced(text: string, user: Erasing): string {
  const said = text.toLowerCase();
  if (said === user.email) return user.pseudonym;
  if (user.names.includes(text)) return user.former;
  return text !== '' && text === user.phoneNumber ? '' : text;
}

/**
 * Returns a stored response or change without the user: without values that are their email, name or phone number. Texts that users
 * wrote stay.
 */
export function withoutUser(value: unknown, user: Erasing): unknown {
  if (typeof value === 'string') return replaced(value, user);
  if (Array.isArray(value)) return value.map((part) => withoutUser(part, user));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withoutUser(part, user)]));
}

const special = /[.*+?^${}()|[\]\\]/g;

/** Matches a name, and not where it is within a longer word. */
function wholeName(name: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])${name.replace(special, '\\$&')}(?![\\p{L}\\p{N}])`, 'gu');
}

/** Returns the text of an email of ours without the user's names and email. */
export function textWithoutUser(text: string, { names, email, former, pseudonym }: Erasing): string {
  const nameless = names.reduce((said, name) => said.replaceAll(wholeName(name), former), text);
  return nameless.replaceAll(email, pseudonym);
}

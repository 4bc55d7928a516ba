import type { Employee } from '../../../contract/users/user.ts';

/** How mentions of staff stand in the text of a note: `@` and the user name. */

/** The user names of mentioned staff, by email. */
export type Mentioned = Readonly<Record<string, string>>;

/** Longer than any user name. */
const maxNameLength = 60;
const shownOptions = 6;

/** A mention that is being typed: where its `@` stands, and what follows up to the caret. */
export type TypedMention = { at: number; typed: string };

const beginning = new RegExp(`(?:^|[\\s(\\[{"'“‘/])@([^@\\n]{0,${maxNameLength}})$`);

/** Returns the mention before the caret; null where none is typed, as in an email address. */
export function mentionBefore(text: string, caret: number): TypedMention | null {
  const typed = beginning.exec(text.slice(0, caret))?.[1];
  return typed === undefined ? null : { at: caret - typed.length - 1, typed };
}

/** Returns the staff whose name, part of a name, or email begins with what is typed. */
export function staffLike(typed: string, staff: readonly Employee[]): Employee[] {
  const wanted = typed.toLowerCase();
  // A name that is followed by other words is complete.
  if (wanted.endsWith('  ') || (wanted !== '' && wanted.trim() === '')) return [];
  const fits = ({ userName, email }: Employee) => {
    const name = userName.toLowerCase();
    return [name, email.toLowerCase(), ...name.split(/\s+/)].some((part) => part.startsWith(wanted));
  };
  return staff.filter(fits).slice(0, shownOptions);
}

/** Returns a text with a chosen name in the place of what was typed of it, and the caret behind it. */
export function withMention(
  text: string,
  { at, typed }: TypedMention,
  userName: string,
): { text: string; caret: number } {
  const name = `@${userName} `;
  const rest = text.slice(at + 1 + typed.length).replace(/^ /, '');
  return { text: text.slice(0, at) + name + rest, caret: at + name.length };
}

function isIn(text: string, userName: string): boolean {
  const name = `@${userName}`.toLowerCase();
  const all = text.toLowerCase();
  for (let at = all.indexOf(name); at >= 0; at = all.indexOf(name, at + 1)) {
    const isWhole = !/[\p{L}\p{N}]/u.test(all.charAt(at + name.length));
    if (isWhole && mentionBefore(all, at + 1)) return true;
  }
  return false;
}

/**
 * Returns the staff whom a text mentions, by email: those who were chosen while it was typed, and those whose name, which nobody else has,
 * was typed out.
 */
export function mentionsIn(text: string, chosen: Mentioned, staff: readonly Employee[]): Mentioned {
  const found: Record<string, string> = {};
  for (const [email, userName] of Object.entries(chosen)) if (isIn(text, userName)) found[email] = userName;
  const names = new Set(Object.values(found));
  for (const { email, userName } of staff) {
    if (names.has(userName) || !isIn(text, userName)) continue;
    if (staff.filter((one) => one.userName === userName).length === 1) found[email] = userName;
  }
  return found;
}

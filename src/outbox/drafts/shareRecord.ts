import type { DraftRow } from '../records/database.ts';

/**
 * Something shared with the app from another one, until a person says which job it is for: kept among the drafts, so that a
 * sign-out takes it away with them. The worker writes it.
 */
export type SharedContent = {
  version: 1;
  title: string;
  text: string;
  url: string;
  /** What was not taken, and why. */
  refused: RefusedFile[];
};

/** `type`: none that can be sent; `size`: too much together; `count`: too many; `room`: the device has none left. */
export type RefusedFile = { name: string; why: 'type' | 'size' | 'count' | 'room' };

export type ShareRecord = DraftRow & { content: SharedContent };

const prefix = 'share:';

/** The owner's e-mail of what came while nobody was signed in. Whoever signs in next has it. */
export const nobody = '';

export function shareForm(id: string): string {
  return prefix + id;
}

export function isShareForm(form: string): boolean {
  return form.startsWith(prefix);
}

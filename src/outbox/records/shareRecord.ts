import type { DraftRow } from '../records/stores.ts';

/**
 * Content shared with the app from another one, until the user picks its job. Saved as a draft, so that a sign-out deletes it. The
 * worker writes it.
 */
type SharedContent = {
  version: 1;
  title: string;
  text: string;
  url: string;
  /** Files that were not accepted, and why. */
  refused: RefusedFile[];
};

/** `type`: none that can be sent; `size`: too much together; `count`: too many; `room`: the device has none left. */
export type RefusedFile = { name: string; why: 'type' | 'size' | 'count' | 'room' };

export type ShareRecord = DraftRow & { content: SharedContent };

const prefix = 'share:';

/** The owner of content shared while nobody was signed in: the next user who signs in gets it. */
export const noOwner = '';

export function shareForm(id: string): string {
  return prefix + id;
}

export function isShareForm(form: string): boolean {
  return form.startsWith(prefix);
}

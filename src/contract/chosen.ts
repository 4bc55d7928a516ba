/** Ours: which of two choices of the same thing is the later one: the status of a message, a due date, an assignee, a shot. */

/**
 * A header of a choice: the device of its user, the number of the choice there, and, where the client knows the server's clock, when the
 * request left, in seconds since 1970. Beside it, `writtenHeader` says how long before that the choice was made. Headers, because they
 * change with every attempt while the body must stay the same under its key.
 */
export const chosenHeader = 'chosen-as';

export type ChoiceNumber = { device: string; number: number };

/** @param sentAt seconds since 1970 by the server's clock; null where it is not known */
export function chosenText({ device, number }: ChoiceNumber, sentAt: number | null): string {
  return [device, number, ...(sentAt === null ? [] : [sentAt])].join(' ');
}

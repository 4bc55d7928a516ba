import type { ChoiceNumber } from '../../src/contract/chosen.ts';

/** A choice of what has one value: the status of a message, a due date, an assignee, a shot. `at` in seconds by this server's clock. */
export type Choice = ChoiceNumber & { at: number };

/**
 * Whether a choice counts over the one that is stored. On one device its number decides, whatever its clock says; between devices the time
 * of choosing. A choice of no device, whose request does not say, was made when it arrived.
 */
export function isLater(choice: Choice, stored: Choice | null | undefined): boolean {
  if (!stored) return true;
  if (choice.device !== '' && choice.device === stored.device) return choice.number > stored.number;
  if (choice.at !== stored.at) return choice.at > stored.at;
  return choice.device === '' || choice.device > stored.device;
}

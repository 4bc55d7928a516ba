import type { ChoiceNumber } from '../../src/contract/chosen.ts';

/** A choice of one value: the status of a message, a due date, an assignee, a shot. `at` in seconds by this server's clock. */
export type Choice = ChoiceNumber & { at: number };

/** The choice that counts, and the last choice of each other device, latest first. No earlier choice of a device may undo its last one. */
export type StoredChoice = Choice & { others?: readonly ChoiceNumber[] };

const maxOthers = 20;

function devicesOf(stored: StoredChoice | null | undefined): readonly ChoiceNumber[] {
  return stored ? [stored, ...(stored.others ?? [])] : [];
}

/**
 * Whether a choice replaces the stored one. Choices of one device are compared by their numbers, whatever its clock says; those of
 * different devices by time. A choice without a device was made when its request arrived.
 */
export function isLater(choice: Choice, stored: StoredChoice | null | undefined): boolean {
  if (!stored) return true;
  const own = devicesOf(stored).find(({ device }) => device !== '' && device === choice.device);
  if (own && choice.number <= own.number) return false;
  if (own && own.device === stored.device) return true;
  if (choice.at !== stored.at) return choice.at > stored.at;
  return choice.device === '' || choice.device > stored.device;
}

/** Returns the row to store after a choice was carried out. @param counts whether it replaces the stored one */
export function withChoice(
  choice: Choice,
  stored: StoredChoice | null | undefined,
  counts: boolean,
): StoredChoice {
  const [first, second] = counts || !stored ? [choice, stored] : [stored, choice];
  const numbers = new Map([[first.device, first.number]]);
  for (const { device, number } of [...(second ? [second] : []), ...(stored?.others ?? [])]) {
    numbers.set(device, Math.max(number, numbers.get(device) ?? number));
  }
  const [[device, number] = ['', 0], ...rest] = numbers;
  const others = rest
    .filter(([device]) => device !== '')
    .map(([device, number]) => ({ device, number }))
    .slice(0, maxOthers);
  return { device, number, at: first.at, ...(others.length > 0 && { others }) };
}

import { readStored, writeStored } from '../../storage.ts';
import { createStore } from '../../store.ts';
import { storedFirm } from '../firm.ts';

/** Whether photos say when and where they were taken: asked once of a user on a device, unless the firm requires it. */
export const photoDataChoices = { keep: 'Keep them', leave: 'Leave them out' } as const;
export type PhotoDataChoice = keyof typeof photoDataChoices;

function storageKey(email: string): string {
  return `photo-data:${email}`;
}

/** The choices made on this page, for browsers that store nothing. */
const made = new Map<string, PhotoDataChoice>();

/** Returns what a user chose on this device; null before they were asked. */
export function photoDataChoice(email: string): PhotoDataChoice | null {
  const stored = made.get(email) ?? readStored(storageKey(email));
  return stored === 'keep' || stored === 'leave' ? stored : null;
}

export function choosePhotoData(email: string, choice: PhotoDataChoice): void {
  made.set(email, choice);
  writeStored(storageKey(email), choice);
}

type Question = { answer: (choice: PhotoDataChoice) => void };
const question = createStore<Question | null>(null);
/** The question on screen; null while there is none. */
export const { get: getPhotoQuestion, subscribe: onPhotoQuestion } = question;

let asking: Promise<boolean> | undefined;

/** Returns whether a user keeps when and where photos were taken; asks the first time. */
export function keepsPhotoData(email: string): Promise<boolean> {
  if (storedFirm().needsPhotoData) return Promise.resolve(true);
  const choice = photoDataChoice(email);
  if (choice) return Promise.resolve(choice === 'keep');
  asking ??= new Promise<boolean>((resolve) => {
    question.set({
      answer(chosen) {
        if (!asking) return;
        choosePhotoData(email, chosen);
        asking = undefined;
        question.set(null);
        resolve(chosen === 'keep');
      },
    });
  });
  return asking;
}

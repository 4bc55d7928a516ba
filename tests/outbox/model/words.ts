import type { DraftKey, DraftRow } from '../../../src/outbox/records/stores.ts';
import { rawValues } from './device.ts';
import type { Scene } from './Scene.ts';

/** Words that were typed, in whichever window. */
export type Word = {
  text: string;
  uid: string;
  form: string;
  /** Whether their user was told that they are saved, and what has replaced them on the device was made in their sight. */
  isKept: boolean;
  /** Whether they were ever saved. */
  wasKept: boolean;
  /** Number of their last write, and of the last one in another window that had not shown them. */
  written: number;
  lost: number;
  /** Whether their user has deleted them, or they went with a sign-out. */
  isOver: boolean;
  /** Whether a draft that was discarded with them was put back, perhaps beside them. */
  wasDiscarded?: boolean;
  /** Whether they are in a record, and how many times it is unknown whether they are. */
  isSent: boolean;
  leaving: number;
  /** What was typed in their place. */
  next: Word[];
};

/** Returns all words in a value. */
export function wordsIn(value: unknown): string[] {
  return JSON.stringify(value ?? null).match(/m\d+ of u\d/g) ?? [];
}

/** Returns words that were typed, or found on the device. */
export function wordOf(scene: Scene, text: string | undefined, form = ''): Word {
  const known = scene.typed.get(text ?? '');
  if (known) return known;
  const { uid } = scene;
  const none = {
    isKept: false,
    wasKept: false,
    written: 0,
    lost: 0,
    isOver: false,
    isSent: false,
    leaving: 0,
  };
  const word: Word = { text: text ?? '', uid: uid as string, form, ...none, next: [] };
  if (text !== undefined) scene.typed.set(text, word);
  return word;
}

/** Types new words in the place of others. */
export function newWord(scene: Scene, form: string, before: Word): Word {
  const word = wordOf(scene, scene.words(scene.uid as string), form);
  word.isOver = scene.isSigningOut;
  before.next.push(word);
  return word;
}

/** Whether words that were saved have to be on the device still, or something in their place. */
export function mustStay({ isOver, isSent, leaving, wasDiscarded, isKept }: Word): boolean {
  return !isOver && !isSent && leaving === 0 && (isKept || !wasDiscarded);
}

/** Notes that words were made a draft again, with what is typed beside them. @param isKept false where the storage was cleared since */
export function saved(words: readonly Word[], beside: readonly Word[], isKept: boolean): void {
  for (const word of words) Object.assign(word, { isSent: false, leaving: 0 });
  for (const word of [...words, ...beside]) Object.assign(word, { isKept, wasKept: true });
}

export function draftOn(scene: Scene, { owner, form }: DraftKey): DraftRow | undefined {
  return (rawValues(scene.device, 'drafts') as DraftRow[]).find(
    (row) => row.owner === owner && row.form === form,
  );
}

import { useDeferredValue, useMemo, useState } from 'react';
import { fold, maybeHyphen, maybeSpace } from '../../../contract/fold.ts';
import { filesOf, type Message } from '../../../contract/messages/message.ts';
import type { TextPart } from '../../../contract/words.ts';

/**
 * Folds a text without the hyphens and spaces that may be there: nobody sees them, but before the fraction of 3½. A phrase goes on in the
 * next line.
 */
export function foldSeen(text: string): string {
  return fold(text)
    .replaceAll(maybeHyphen, '')
    .replaceAll(new RegExp(`(?<=\\d)${maybeSpace}(?=\\d+/)|\\s`, 'g'), ' ')
    .replaceAll(maybeSpace, '');
}

/** The texts of messages as they are compared; a conversation may have thousands. */
const plainTexts = new WeakMap<Message, string>();

function plainTextOf(message: Message): string {
  const known = plainTexts.get(message);
  if (known !== undefined) return known;
  const texts = [message.content, ...filesOf(message).map(({ fileName }) => fileName)];
  const plain = foldSeen(texts.join('\n'));
  plainTexts.set(message, plain);
  return plain;
}

/** Splits a text at each place where a folded text is found; a letter that stands for several is found whole. */
export function partsWith(text: string, sought: string): TextPart[] {
  const plain = foldSeen(text);
  if (sought === '' || !plain.includes(sought)) return [{ text, isFound: false }];
  /** For each unit of `plain`, where its character begins in `text`. */
  const places: number[] = [];
  let at = 0;
  let before = '';
  for (const character of text) {
    const added = foldSeen(before + character).length - foldSeen(before).length;
    places.push(...Array<number>(added).fill(at));
    at += character.length;
    before = character;
  }
  const parts: TextPart[] = [];
  let from = 0;
  const add = (to: number, isFound: boolean) => {
    if (to <= from) return;
    parts.push({ text: text.slice(from, to), isFound });
    from = to;
  };
  for (let found = plain.indexOf(sought); found >= 0; found = plain.indexOf(sought, found + sought.length)) {
    add(places[found] ?? text.length, false);
    let end = found + sought.length;
    while (places[end] === places[end - 1]) end += 1;
    add(places[end] ?? text.length, true);
  }
  add(text.length, false);
  return parts;
}

export type Find = ReturnType<typeof useFind>;

/** Finds a text in the messages of a chat and in the names of their files; the newest match is the first. */
export function useFind(messages: readonly Message[] = []) {
  const [typed, setTyped] = useState<string | null>(null);
  const sought = useDeferredValue(foldSeen(typed ?? '').trim());
  const [chosen, setChosen] = useState<string>();
  const matches = useMemo(
    () =>
      sought === '' ? [] : messages.filter((message) => plainTextOf(message).includes(sought)).reverse(),
    [messages, sought],
  );
  const found = matches.findIndex(({ communicationId }) => communicationId === chosen);
  const at = Math.max(0, found);
  // A match that arrives later does not move the reader.
  if (found < 0 && matches[0]) setChosen(matches[0].communicationId);

  return {
    isOpen: typed !== null,
    typed: typed ?? '',
    /** The plain text to mark. */
    sought,
    matches,
    /** Index of the current match. */
    at,
    current: matches[at],
    open: () => setTyped(''),
    close: () => setTyped(null),
    change(text: string) {
      setTyped(text);
      setChosen(undefined);
    },
    /** Goes to an earlier message (1) or a later one (-1), and around at the end. */
    move: (step: 1 | -1) => setChosen(matches.at((at + step) % matches.length)?.communicationId),
  };
}

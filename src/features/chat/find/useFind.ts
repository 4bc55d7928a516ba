import { useDeferredValue, useMemo, useState } from 'react';
import { filesOf, type Message } from '../../../contract/messages/message.ts';
import { plainText, type TextPart } from '../../../contract/words.ts';

/** Returns a text as it is compared: also with any quote and dash as on a keyboard, and without what nobody sees. */
export function soughtText(text: string): string {
  return plainText(text.replaceAll('´', "'"))
    .replaceAll(/[‘’`\u02bc]/g, "'")
    .replaceAll(/[“”„]/g, '"')
    .replaceAll(/\p{Pd}/gu, '-')
    .replaceAll(/[\u00ad\u200b\u2060\ufeff]/g, '');
}

/** The texts of messages as they are compared; a conversation may have thousands. */
const plainTexts = new WeakMap<Message, string>();

function plainTextOf(message: Message): string {
  const known = plainTexts.get(message);
  if (known !== undefined) return known;
  const texts = [message.content, ...filesOf(message).map(({ fileName }) => fileName)];
  const plain = soughtText(texts.join('\n'));
  plainTexts.set(message, plain);
  return plain;
}

/** Splits a text at each place where a plain text is found. Case and accents make no difference. */
export function partsWith(text: string, sought: string): TextPart[] {
  if (sought === '') return [{ text, isFound: false }];
  let plain = '';
  /** For each unit of `plain`, where its character begins in `text`. */
  const places: number[] = [];
  let at = 0;
  for (const character of text) {
    const letters = soughtText(character);
    plain += letters;
    for (let unit = 0; unit < letters.length; unit += 1) places.push(at);
    at += character.length;
  }
  places.push(text.length);
  const parts: TextPart[] = [];
  let from = 0;
  const add = (to: number, isFound: boolean) => {
    if (to > from) parts.push({ text: text.slice(from, to), isFound });
    from = Math.max(from, to);
  };
  for (let found = plain.indexOf(sought); found >= 0; found = plain.indexOf(sought, found + sought.length)) {
    add(places[found] ?? text.length, false);
    add(places[found + sought.length] ?? text.length, true);
  }
  add(text.length, false);
  return parts;
}

export type Find = ReturnType<typeof useFind>;

/** Finds a text in the messages of a chat and in the names of their files; the newest match is the first. */
export function useFind(messages: readonly Message[] = []) {
  const [typed, setTyped] = useState<string | null>(null);
  const sought = useDeferredValue(soughtText(typed ?? '').trim());
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

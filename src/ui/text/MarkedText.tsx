import { createContext, use } from 'react';
import type { TextPart } from '../../contract/words.ts';
import styles from './MarkedText.module.css';

/** Splits texts into parts, of which the found ones are marked; null outside of a search. */
export const MarkContext = createContext<((text: string) => TextPart[]) | null>(null);

/** A text in which the words that a search has found are marked. */
export function MarkedText({ text }: { text: string }) {
  const split = use(MarkContext);
  if (!split) return text;
  return split(text).map((part, at) =>
    part.isFound ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move.
      <mark key={at} className={styles.mark}>
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  );
}

import { indexWordsOf } from '../../src/contract/words.ts';

/** Indexed words of one text; more would make an index many times as long as the text. */
const maxWords = 500;

/** Returns the words by which a text is found, as one parameter of a statement. */
export function indexedWords(text: string): string {
  return indexWordsOf(text).slice(0, maxWords).join(' ');
}

/** Returns SQL that makes a `tsvector` of `indexedWords`. */
export function vectorOf(words: string): string {
  return `array_to_tsvector(string_to_array(${words}::text, ' '))`;
}

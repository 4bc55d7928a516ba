import type { Address } from '../../../src/contract/fields.ts';

/** Longer words are cut; the database accepts words of up to 2 KB. */
const maxWordLength = 100;
/** Indexed words of a job; more would make an index many times as long as the text. */
const maxWords = 200;
/** Returns the words of a text for search: letters and digits of any script, in lower case and without accents. */
export function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase();
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.map((word) => [...word].slice(0, maxWordLength).join('')))];
}

/** Returns the words by which a job is found: of its code, project, address and description. */
export function jobWords(job: {
  jobCode: string;
  project: string;
  address: Address;
  jobDescription: string;
}): string[] {
  const { streetName, city, state, zipcode } = job.address;
  const text = [job.jobCode, job.project, streetName, city, state, zipcode, job.jobDescription].join(' ');
  return wordsOf(text).slice(0, maxWords);
}

/** Returns the words of a search, the longest first. They contain letters and digits only, and thus no operators. */
export function searchedWords(text: string): string[] {
  return wordsOf(text).sort((a, b) => b.length - a.length);
}

/** Returns a `tsquery` for words with this prefix. */
export function beginningWith(word: string): string {
  return `'${word}':*`;
}

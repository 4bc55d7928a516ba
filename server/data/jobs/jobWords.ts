import type { Address } from '../../../src/contract/fields.ts';

/** Longer words are found by their beginning; the database takes words of up to 2 KB. */
const maxWordLength = 100;
/** A job is found by so many different words; an index of more would be many times as long as the text they stand in. */
const mostWords = 200;
/** Returns text as search compares it: letters and digits of any script, in lower case and without accents, cut into words. */
export function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase();
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.map((word) => [...word].slice(0, maxWordLength).join('')))];
}

/** The words under which a job is found: of its code, project, address and description. */
export function jobWords(job: {
  jobCode: string;
  project: string;
  address: Address;
  jobDescription: string;
}): string[] {
  const { streetName, city, state, zipcode } = job.address;
  const text = [job.jobCode, job.project, streetName, city, state, zipcode, job.jobDescription].join(' ');
  return wordsOf(text).slice(0, mostWords);
}

/** Returns the words of a search, the longest first. They hold letters and digits only, so nothing a user types is taken for an operator. */
export function searchedWords(text: string): string[] {
  return wordsOf(text).sort((a, b) => b.length - a.length);
}

/** A `tsquery` for a word that begins with this one. */
export function beginningWith(word: string): string {
  return `'${word}':*`;
}

import { type SearchedJob, searchedText } from '../../../src/contract/jobs/jobWords.ts';
import { indexWordsOf } from '../../../src/contract/words.ts';

/** Indexed words of a job; more would make an index many times as long as the text. */
const maxWords = 200;

/** Returns the words by which a job is found. */
export function jobWords(job: SearchedJob): string[] {
  return indexWordsOf(searchedText(job)).slice(0, maxWords);
}

/** Returns a `tsquery` for words with this prefix. */
export function beginningWith(word: string): string {
  return `'${word}':*`;
}

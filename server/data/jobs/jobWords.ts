import type { Address } from '../../../src/contract/address.ts';
import { otherForms } from '../../../src/contract/addressWords.ts';
import { usStates } from '../../../src/contract/states.ts';
import { indexWordsOf } from '../../../src/contract/words.ts';

/** Indexed words of a job; more would make an index many times as long as the text. */
const maxWords = 200;

/** Returns the words by which a job is found: of its code, project, address (with the state by code and by name) and description. */
export function jobWords(job: {
  jobCode: string;
  project: string;
  address: Address;
  jobDescription: string;
}): string[] {
  const { streetName, city, state, zipcode } = job.address;
  const stateName = usStates[state] ?? '';
  const text = [
    job.jobCode,
    job.project,
    streetName,
    city,
    state,
    stateName,
    zipcode,
    job.jobDescription,
    otherForms(`${streetName} ${city}`),
  ].join(' ');
  return indexWordsOf(text).slice(0, maxWords);
}

/** Returns a `tsquery` for words with this prefix. */
export function beginningWith(word: string): string {
  return `'${word}':*`;
}

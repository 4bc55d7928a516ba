import type { Address } from '../../../src/contract/fields.ts';
import type { Queryable } from '../db/db.ts';

/** Longer words are found by their beginning; the database takes words of up to 2 KB. */
const maxWordLength = 100;
/** A job is found by so many different words; an index of more would be many times as long as the text they stand in. */
const mostWords = 200;
/** Stands before the words of the reporter's company, which change when the client renames it. No word contains it. */
const companyMark = '@';

/** Text as search compares it: letters and digits of any script, in lower case and without accents, cut into words. */
function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase();
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.map((word) => [...word].slice(0, maxWordLength).join('')))];
}

function companyWords(company: string): string[] {
  return wordsOf(company).map((word) => companyMark + word);
}

/** The words under which a job is found: of its code, project, address, description and its reporter's company. */
export function jobWords(job: {
  jobCode: string;
  project: string;
  address: Address;
  jobDescription: string;
  company: string;
}): string[] {
  const { streetName, city, state, zipcode } = job.address;
  const text = [job.jobCode, job.project, streetName, city, state, zipcode, job.jobDescription].join(' ');
  return [...wordsOf(text).slice(0, mostWords), ...companyWords(job.company)];
}

/**
 * Returns for each word of `text` a `tsquery` for the jobs that have a word beginning with it, the longest first; none when there is
 * no word in it. They hold letters and digits only, so nothing a user types is taken for an operator.
 */
export function wordQueries(text: string): string[] {
  const words = wordsOf(text).sort((a, b) => b.length - a.length);
  return words.map((word) => `'${word}':* | '${companyMark}${word}':*`);
}

/** Must be called when a client's company changes, so that their jobs are found under the new name. */
export async function renameCompanyOfJobs(db: Queryable, reporter: string, company: string): Promise<void> {
  await db.query(
    `update jobs set search = array_to_tsvector(
        array(select word from unnest(tsvector_to_array(search)) as word where left(word, 1) <> $3) || $2::text[])
      where job_reporter = $1`,
    [reporter, companyWords(company), companyMark],
  );
}

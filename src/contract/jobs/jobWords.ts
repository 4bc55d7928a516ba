import type { Address } from '../address/address.ts';
import { otherForms } from '../address/addressWords.ts';
import { usStates } from '../address/states.ts';
import type { Job } from './job.ts';
import { type JobFieldName, type JobFields, jobFieldNames, jobFields } from './jobFields.ts';
import { jobFieldText } from './jobFieldText.ts';

/** The searched fields that every caller has: a report lacks those that come later. */
type SearchedFieldName = {
  [F in JobFieldName]: (typeof jobFields)[F] extends { searched: true; later?: never } ? F : never;
}[JobFieldName];

/** What `searchedText` needs of a job. */
export type SearchedJob = Pick<Job, 'jobCode'> & Pick<JobFields, SearchedFieldName>;

/** The fields by whose words a job is found. */
const searchedFields = (jobFieldNames as SearchedFieldName[]).filter((name) => 'searched' in jobFields[name]);

function addressWords({ streetName, city, state, zipcode }: Address): string {
  return [streetName, city, state, usStates[state] ?? '', zipcode].join(' ');
}

/** Returns the text by which a job is found: its code and its searched fields, an address with the state by code and by name. */
export function searchedText(job: SearchedJob): string {
  const { streetName, city } = job.address;
  const texts = searchedFields.map((name) =>
    name === 'address' ? addressWords(job.address) : jobFieldText(name, job[name] ?? ''),
  );
  return [job.jobCode, ...texts, otherForms(`${streetName} ${city}`)].join(' ');
}

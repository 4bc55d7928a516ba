import { addressLine } from '../address/addressText.ts';
import { type JobFieldName, type JobFields, jobFields } from './jobFields.ts';
import { servicesText } from './servicesText.ts';

/** Returns the value of a job's field in words; '' where it has none. A choice may be '', as in a form. */
export function jobFieldText<F extends JobFieldName>(name: F, value: JobFields[F] | ''): string {
  const field = jobFields[name];
  if (value === null || value === '') return '';
  if (field.is === 'choice') return (field.of as Readonly<Record<string, string>>)[value as string] ?? '';
  if (field.is === 'address' || field.is === 'delivery') return addressLine(value as JobFields['address']);
  if (field.is === 'services') return servicesText(value as JobFields['jobEVService']);
  return String(value);
}

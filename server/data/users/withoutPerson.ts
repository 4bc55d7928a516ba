/** A user who is erased, and what replaces them. */
export type Erasing = {
  email: string;
  /** All their names, former ones included: "Ada Lovelace", "Ada L.", the longest first. */
  names: readonly string[];
  phoneNumber: string;
  pseudonym: string;
  /** "Former client", "Former employee". */
  former: string;
  /** The name of their company from now on. */
  company: string;
};

const noAddress = { streetName: '', city: '', state: '', zipcode: '' };

function wordsOf(text: string, person: Erasing): string {
  const said = text.toLowerCase();
  if (said === person.email) return person.pseudonym;
  if (person.names.includes(text)) return person.former;
  return text !== '' && text === person.phoneNumber ? '' : text;
}

/**
 * Returns a stored response or change without the user: without values that are their email, name or phone number, and without their
 * profile. Texts that users wrote stay.
 */
export function withoutPerson(value: unknown, person: Erasing): unknown {
  if (typeof value === 'string') return wordsOf(value, person);
  if (Array.isArray(value)) return value.map((part) => withoutPerson(part, person));
  if (typeof value !== 'object' || value === null) return value;
  const { pseudonym, former, company } = person;
  const isProfile = 'email' in value && value.email === person.email && 'firstName' in value;
  if (isProfile) {
    const data = {
      firstName: former,
      lastName: '',
      userName: former,
      company,
      phoneNumber: '',
      address: noAddress,
    };
    const known = Object.entries(data).filter(([key]) => key in value);
    return { ...value, email: pseudonym, ...Object.fromEntries(known) };
  }
  const entries = Object.entries(value).map(([key, part]) => [key, withoutPerson(part, person)]);
  const plain = Object.fromEntries(entries);
  const isTheirJob =
    'jobReporter' in value && value.jobReporter === person.email && 'jobReporterDetails' in value;
  return isTheirJob ? { ...plain, jobReporterDetails: { company, phoneNumber: '' } } : plain;
}

/** Returns the text of an email of ours without the user's names and email. */
export function textWithoutPerson(text: string, { names, email, former, pseudonym }: Erasing): string {
  const nameless = names.reduce((said, name) => said.replaceAll(name, former), text);
  return nameless.replaceAll(email, pseudonym);
}

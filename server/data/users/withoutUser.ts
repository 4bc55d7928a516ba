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

function replaced(text: string, user: Erasing): string {
  const said = text.toLowerCase();
  if (said === user.email) return user.pseudonym;
  if (user.names.includes(text)) return user.former;
  return text !== '' && text === user.phoneNumber ? '' : text;
}

/**
 * Returns a stored response or change without the user: without values that are their email, name or phone number, and without their
 * profile. Texts that users wrote stay.
 */
export function withoutUser(value: unknown, user: Erasing): unknown {
  if (typeof value === 'string') return replaced(value, user);
  if (Array.isArray(value)) return value.map((part) => withoutUser(part, user));
  if (typeof value !== 'object' || value === null) return value;
  const { pseudonym, former, company } = user;
  const isProfile = 'email' in value && value.email === user.email && 'firstName' in value;
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
  const entries = Object.entries(value).map(([key, part]) => [key, withoutUser(part, user)]);
  const plain = Object.fromEntries(entries);
  const isTheirJob =
    'jobReporter' in value && value.jobReporter === user.email && 'jobReporterDetails' in value;
  return isTheirJob ? { ...plain, jobReporterDetails: { company, phoneNumber: '' } } : plain;
}

/** Returns the text of an email of ours without the user's names and email. */
export function textWithoutUser(text: string, { names, email, former, pseudonym }: Erasing): string {
  const nameless = names.reduce((said, name) => said.replaceAll(name, former), text);
  return nameless.replaceAll(email, pseudonym);
}

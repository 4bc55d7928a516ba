import { UnsendableEmail } from './mail.ts';

/**
 * What a failure says of an email: `refused` for good, `later` for this email, or `away`, which says nothing of it, because the
 * mail server was not reached, or takes none of ours.
 */
export type MailFailure = {
  says: 'refused' | 'later' | 'away';
  /** "EENVELOPE 550": what may be logged, for the words of a mail server hold addresses. */
  code: string;
};

function textOf(error: Error, key: 'code' | 'command' | 'responseCode'): string {
  const value: unknown = key in error ? error[key as keyof Error] : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Judges what sending an email was rejected with. */
export function mailFailureOf(error: unknown): MailFailure {
  if (error instanceof UnsendableEmail) return { says: 'refused', code: error.name };
  if (!(error instanceof Error)) return { says: 'away', code: 'unknown' };
  const [code, command] = [textOf(error, 'code'), textOf(error, 'command')];
  const answered = Number(textOf(error, 'responseCode'));
  const said = { code: [code || error.name, answered || ''].join(' ').trim() };
  // Envelope and message are the email's; greeting, encryption and password are the server's and ours.
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return { says: 'away', ...said };
  if (command === 'API') return { says: 'refused', ...said };
  // A sender who is refused is a matter of our configuration, which somebody can put right.
  return { says: answered >= 500 && command !== 'MAIL FROM' ? 'refused' : 'later', ...said };
}

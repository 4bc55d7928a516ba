import { UnsendableEmail } from './mail.ts';

/**
 * The kind of a failure: `refused` permanently, `later` for this email, or `away`, which concerns all emails, because the mail
 * server was not reached or accepts none of ours.
 */
export type MailFailure = {
  says: 'refused' | 'later' | 'away';
  /** For example "EENVELOPE 550". The message is never logged, because mail servers quote addresses. */
  code: string;
};

/**
 * What a server says that sends no more of ours for now, with the codes of a wrong address: of the emails of a day, of this machine, from
 * which it relays none, of our sender, which is not verified there or another account's, or of our own account. Not
 * that a recipient is missing in its table of those it relays for.
 */
const ofSender =
  /quota|limit|too many|try again|relay(?! recipient)|sendas|\bto send\b(?! to\b)|sender (?:address|identity|signature)|from'? address|not verified|sending paused|your (?:\w+ )?account/i;

function textOf(error: Error, key: 'code' | 'command' | 'response' | 'responseCode'): string {
  const value: unknown = key in error ? error[key as keyof Error] : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Classifies the error that sending an email failed with. */
export function mailFailureOf(error: unknown): MailFailure {
  if (error instanceof UnsendableEmail) return { says: 'refused', code: error.name };
  if (!(error instanceof Error)) return { says: 'away', code: 'unknown' };
  const [code, command] = [textOf(error, 'code'), textOf(error, 'command')];
  const answered = Number(textOf(error, 'responseCode'));
  const said = { code: [code || error.name, answered || ''].join(' ').trim() };
  // Envelope and message concern this email; greeting, encryption and password the connection.
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return { says: 'away', ...said };
  if (command === 'API') return { says: 'refused', ...said };
  // A rejected sender is an error in our configuration, which an operator can fix.
  const isOfSender = command === 'MAIL FROM' || ofSender.test(textOf(error, 'response'));
  return { says: answered >= 500 && !isOfSender ? 'refused' : 'later', ...said };
}

import { operatorActor, serverActor } from '../../contract/audit.ts';
import { userTypes } from '../../contract/enums.ts';
import { labels } from '../../contract/labels.ts';
import type { AuditEntry } from '../../contract/users/auditEntry.ts';
import { isPseudonym } from '../../contract/users/people.ts';

/** Names who did it. */
export function actorOf({ actor, actorName }: AuditEntry): string {
  if (actor === operatorActor) return 'Command line';
  return actor === serverActor ? 'System' : actorName || actor;
}

/** Names the user concerned. A pseudonym adds nothing to the name. */
export function subjectOf({ subject, subjectName }: AuditEntry): string {
  if (subjectName === '') return subject;
  return isPseudonym(subject) ? subjectName : `${subjectName} · ${subject}`;
}

/** Returns the label of a value or name where the table has one, and otherwise the value itself. */
export function labelOf(table: Readonly<Record<string, string>>, value: string): string {
  return Object.hasOwn(table, value) ? (table[value] as string) : value;
}

const factLabels: Readonly<Record<string, string>> = {
  userType: 'Role',
  approvedBy: 'Approved by',
  provenBy: 'Email proven by',
  company: 'Company name',
  rows: 'Records deleted',
  days: 'Retention in days',
  files: 'Files',
};
const valueLabels = { ...userTypes, erased: 'deleted', INVITATION: 'the link of the invitation' };

/** Describes each change and each fact of an entry. */
export function detailsOf({ changes, facts }: AuditEntry): string[] {
  const changed = changes.map(({ field, from, to }) => {
    const name = labelOf({ ...labels, license: 'License', rules: 'Due dates' }, field);
    if (from === '' && to === '') return `${name} (deleted)`;
    return `${name}: ${labelOf(userTypes, from) || 'Empty'} → ${labelOf(userTypes, to) || 'Empty'}`;
  });
  const known = Object.entries(facts).map(
    ([name, value]) => `${labelOf(factLabels, name)}: ${labelOf(valueLabels, value)}`,
  );
  return [...changed, ...known];
}

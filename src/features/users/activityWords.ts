import { userTypes } from '../../contract/enums.ts';
import { labels } from '../../contract/labels.ts';
import {
  type AuditEntry,
  type AuditedAction,
  auditedActions,
  commandLine,
  isPseudonym,
  theServer,
} from '../../contract/people.ts';

/** Who did it, for a reader. */
export function actorOf({ actor, actorName }: AuditEntry): string {
  if (actor === commandLine) return 'The command line';
  return actor === theServer ? 'The server' : actorName || actor;
}

export function actionOf({ action }: AuditEntry): string {
  return Object.hasOwn(auditedActions, action) ? auditedActions[action as AuditedAction] : action;
}

/** Whom it was done to; a pseudonym says nothing more than its name. */
export function subjectOf({ subject, subjectName }: AuditEntry): string {
  if (subjectName === '') return subject;
  return isPseudonym(subject) ? subjectName : `${subjectName} · ${subject}`;
}

function said(value: string): string {
  return Object.hasOwn(userTypes, value) ? userTypes[value as keyof typeof userTypes] : value;
}

const factNames: Readonly<Record<string, string>> = {
  userType: 'as',
  approvedBy: 'approved by',
  company: 'company’s name',
  rows: 'rows deleted:',
  days: 'kept for days:',
  files: 'files:',
};

/** From what to what, and what else there is to know. */
export function detailsOf({ changes, facts }: AuditEntry): string[] {
  const changed = changes.map(({ field, from, to }) => {
    const name = Object.hasOwn(labels, field) ? labels[field as keyof typeof labels] : field;
    return from === '' && to === ''
      ? `${name} (erased)`
      : `${name}: ${said(from) || 'nothing'} → ${said(to) || 'nothing'}`;
  });
  const known = Object.entries(facts).map(([name, value]) => `${factNames[name] ?? name} ${said(value)}`);
  return [...changed, ...known];
}

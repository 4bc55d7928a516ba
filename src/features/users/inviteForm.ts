import * as v from 'valibot';
import { form } from '../../contract/fields.ts';
import { maxInvitees, minInvitees } from '../../contract/limits.ts';
import { atLeastOneInvitee, Invitee } from '../../contract/userForms.ts';

/** One row of the form as it is typed. */
export type InviteeRow = {
  email: string;
  firstName: string;
  lastName: string;
  userType: 'CLIENT' | 'EMPLOYEE' | 'ADMIN';
};

export function emptyRow(): InviteeRow {
  return { email: '', firstName: '', lastName: '', userType: 'CLIENT' };
}

/** Nothing typed yet: the user type has a value from the start and tells nothing. */
export function isEmptyRow(row: Pick<InviteeRow, 'email' | 'firstName' | 'lastName'>): boolean {
  return [row.email, row.firstName, row.lastName].every((text) => text.trim() === '');
}

const EmptyRow = v.object({
  email: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  userType: v.picklist(['CLIENT', 'EMPLOYEE', 'ADMIN']),
});

/** As `inviteeList` of the contract; empty rows are passed over where they stand, so that an error finds its row. */
export const InviteForm = form({
  inviteeList: v.pipe(
    v.array(
      v.lazy((row): typeof Invitee | typeof EmptyRow => (isEmptyRow(row as InviteeRow) ? EmptyRow : Invitee)),
    ),
    v.transform((rows) => rows.filter((row) => !isEmptyRow(row))),
    v.minLength(minInvitees, atLeastOneInvitee),
    v.maxLength(maxInvitees, `must have at most ${maxInvitees} entries`),
  ),
});

import * as v from 'valibot';
import { form } from '../../contract/fields.ts';
import { maxInvitees, minInvitees } from '../../contract/limits.ts';
import { atLeastOneInvitee, Invitee } from '../../contract/users/userForms.ts';

const InviteeRow = v.object({
  email: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  userType: v.picklist(['CLIENT', 'EMPLOYEE', 'ADMIN']),
});
/** One row of the form as it is typed. */
export type InviteeRow = v.InferOutput<typeof InviteeRow>;

export function emptyRow(userType: InviteeRow['userType'] = 'CLIENT'): InviteeRow {
  return { email: '', firstName: '', lastName: '', userType };
}

/** Tells whether nothing is typed yet. The role always has a value. */
export function isEmptyRow({ email, firstName, lastName }: Omit<InviteeRow, 'userType'>): boolean {
  return (email + firstName + lastName).trim() === '';
}

/** The contract's `inviteeList`. Empty rows are dropped after validation, so that errors keep the row's index. */
export const InviteForm = form({
  inviteeList: v.pipe(
    v.array(
      v.lazy((row): typeof Invitee | typeof InviteeRow =>
        isEmptyRow(row as InviteeRow) ? InviteeRow : Invitee,
      ),
    ),
    v.transform((rows) => rows.filter((row) => !isEmptyRow(row))),
    v.minLength(minInvitees, atLeastOneInvitee),
    v.maxLength(maxInvitees, `must have ${maxInvitees} entries or fewer`),
  ),
});

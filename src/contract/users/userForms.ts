import * as v from 'valibot';
import {
  acrossFields,
  dropEmpty,
  email,
  firstName,
  form,
  lastName,
  requiredMessage,
  tooLong,
  userType,
} from '../fields.ts';
import { maxInvitees, maxLineLength, passwordMinLength } from '../limits.ts';

// Here and not with the other fields, because only the pages of the access flow load them.

export const password = v.pipe(
  v.string(requiredMessage),
  v.nonEmpty(requiredMessage),
  v.minLength(passwordMinLength, `must be at least ${passwordMinLength} characters`),
  v.regex(/\p{L}/u, 'Password must contain at least one letter'),
  v.regex(/\d/, 'Password must contain at least one number'),
  v.maxLength(maxLineLength, tooLong(maxLineLength)),
);
export const passwordConfirm = v.pipe(v.string(requiredMessage), v.nonEmpty(requiredMessage));
const passwordsMatchMessage = 'Passwords must match';

export const SignInForm = form({
  email,
  password: v.pipe(v.string(requiredMessage), v.nonEmpty(requiredMessage)),
});

const newPassword = { password, passwordConfirm };

function samePassword<T extends { password: string; passwordConfirm: string }>() {
  return acrossFields<T>((values, report) => {
    if (values.password !== values.passwordConfirm) report('passwordConfirm', passwordsMatchMessage);
  });
}

export const NewPasswordForm = v.pipe(form(newPassword), samePassword());
export const CredentialsForm = v.pipe(form({ email, ...newPassword }), samePassword());
export const ForgotPasswordForm = form({ email });

/** One row of the invitation form. */
export const Invitee = form({ email, firstName, lastName, userType });
export type Invitee = v.InferOutput<typeof Invitee>;
export const atLeastOneInvitee = 'Add at least one person to invite';
export const inviteeList = dropEmpty(Invitee, atLeastOneInvitee, maxInvitees);

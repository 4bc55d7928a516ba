import * as v from 'valibot';
import { ApiError, call } from '../../api/client.ts';
import { ProfileForm } from '../../contract/users/registration.ts';
import { readDraft, saveDraft } from '../../outbox/drafts/drafts.ts';
import { signUp } from '../../session/authActions.ts';
import type { ProfileValues } from '../../ui/form/ProfileFields.tsx';
import { forgetTyped } from './forgetTyped.ts';
import { profileValuesOf, registrationOf } from './profileValuesOf.ts';
import { registrationForm, storeUnsavedProfile, unsavedProfile } from './unsavedProfile.ts';

/**
 * Has the server store a profile until its address is verified.
 *
 * @param invitation token of the link
 * @returns whether the address is verified, as by that link
 */
export async function sendSignUp(email: string, profile: ProfileForm, invitation?: string): Promise<boolean> {
  try {
    const body = { ...registrationOf(email, profile), ...(invitation && { invitation }) };
    const { verified } = await call('signUp', { body });
    forgetTyped(email).catch((error: unknown) => console.warn('A draft could not be removed:', error));
    return verified;
  } catch (error) {
    // An earlier try whose response was lost has registered the user. The provider has the last word.
    if (error instanceof ApiError && error.code === 'profile-exists') return true;
    throw error;
  }
}

/**
 * Creates an account and sends its profile. What was typed is saved before, so that it comes back after the verification whatever happens
 * next.
 *
 * @param invitation token of the link
 */
export async function createAccount(
  { email, password, ...profile }: ProfileForm & { email: string; password: string },
  values: ProfileValues,
  invitation: string | undefined,
): Promise<void> {
  const typed = { ...profileValuesOf(values), ...(invitation && { invitation }) };
  await readDraft(email, registrationForm);
  await saveDraft(email, registrationForm, typed).catch(() => storeUnsavedProfile(email, typed));
  await signUp(email, password, () => sendSignUp(email, profile, invitation));
}

const Invited = v.fallback(v.object({ invitation: v.optional(v.string()) }), {});

/** Sends what was typed at the sign-up if the server does not have it, because the first try failed. @returns as `sendSignUp` */
export async function sendUnsentSignUp(email: string): Promise<boolean> {
  const typed = (await readDraft(email, registrationForm))?.content ?? unsavedProfile(email);
  const profile = v.safeParse(ProfileForm, profileValuesOf(typed));
  return profile.success && sendSignUp(email, profile.output, v.parse(Invited, typed).invitation);
}

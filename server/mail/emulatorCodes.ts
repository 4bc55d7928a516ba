import * as v from 'valibot';

const OobCodes = v.object({
  oobCodes: v.optional(
    v.array(
      v.object({
        email: v.string(),
        newEmail: v.optional(v.string()),
        requestType: v.string(),
        oobLink: v.pipe(v.string(), v.url()),
      }),
    ),
    [],
  ),
});

/** A code of the identity provider, as the link that its email would contain. */
export type CodeLink = { email: string; subject: string; text: string; link: string };

const kinds: Record<string, { subject: string; text: string }> = {
  VERIFY_EMAIL: { subject: 'Verify your email address', text: 'Verify email address' },
  PASSWORD_RESET: { subject: 'Reset your password', text: 'Reset password' },
  RECOVER_EMAIL: { subject: 'Your email address was changed', text: 'Restore email address' },
  VERIFY_AND_CHANGE_EMAIL: { subject: 'Verify your new email address', text: 'Verify new email address' },
};

/** The page of the app that every email of the provider links to, as set in the Firebase console. */
const actionPath = '/auth/email-verification';

/**
 * Returns the unused codes of the Auth emulator as the links of Firebase's emails, newest first. Skips kinds that the app has no
 * page for (sign-in by link).
 *
 * @param origin of the emulator, e.g. `http://127.0.0.1:9099`
 * @throws when the emulator does not respond, or responds with something else
 */
export async function emulatorCodes(origin: string, projectId: string): Promise<CodeLink[]> {
  const address = new URL(`/emulator/v1/projects/${encodeURIComponent(projectId)}/oobCodes`, origin);
  const response = await fetch(address, { signal: AbortSignal.timeout(3000) });
  if (!response.ok) throw new Error(`The Auth emulator answered ${response.status}.`);
  const { oobCodes } = v.parse(OobCodes, await response.json());
  // The emulator lists them oldest first.
  return oobCodes.reverse().flatMap(({ email, newEmail, requestType, oobLink }) => {
    const kind = kinds[requestType];
    // The code of an address change goes to the new address.
    return kind ? [{ email: newEmail ?? email, ...kind, link: actionPath + new URL(oobLink).search }] : [];
  });
}

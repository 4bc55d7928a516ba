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

/** A code of the identity provider, as the link of our app that a person's mail would carry. */
export type CodeLink = { email: string; subject: string; words: string; link: string };

const kinds: Record<string, { subject: string; words: string }> = {
  VERIFY_EMAIL: { subject: 'Verify your email address', words: 'Verify email address' },
  PASSWORD_RESET: { subject: 'Reset your password', words: 'Reset password' },
  RECOVER_EMAIL: { subject: 'Your email address was changed', words: 'Restore email address' },
  VERIFY_AND_CHANGE_EMAIL: { subject: 'Verify your new email address', words: 'Verify new email address' },
};

/** The page of the app that every email of the provider leads to, as it is set in the Firebase console. */
const actionPath = '/auth/email-verification';

/**
 * Returns the unused codes of the Auth emulator as the links of Firebase's emails, newest first. Of other kinds (sign-in by link) the app has no page.
 *
 * @param origin of the emulator, e.g. `http://127.0.0.1:9099`
 * @throws when the emulator does not answer, or answers something else
 */
export async function emulatorCodes(origin: string, projectId: string): Promise<CodeLink[]> {
  const address = new URL(`/emulator/v1/projects/${encodeURIComponent(projectId)}/oobCodes`, origin);
  const response = await fetch(address, { signal: AbortSignal.timeout(3000) });
  if (!response.ok) throw new Error(`The Auth emulator answered ${response.status}.`);
  const { oobCodes } = v.parse(OobCodes, await response.json());
  // The emulator lists them in the order they were made.
  return oobCodes.reverse().flatMap(({ email, newEmail, requestType, oobLink }) => {
    const kind = kinds[requestType];
    // A new address is confirmed by whoever reads its mail.
    return kind ? [{ email: newEmail ?? email, ...kind, link: actionPath + new URL(oobLink).search }] : [];
  });
}

import * as v from 'valibot';

const OobCodes = v.object({
  oobCodes: v.optional(
    v.array(v.object({ email: v.string(), oobCode: v.string(), requestType: v.string() })),
    [],
  ),
});

/** A code of the identity provider, as the link of our app that a person's mail would carry. */
export type CodeLink = { email: string; subject: string; words: string; link: string };

const kinds: Record<string, { subject: string; words: string; path: string; mode: string }> = {
  VERIFY_EMAIL: {
    subject: 'Confirm your e-mail address',
    words: 'Confirm the address',
    path: '/auth/email-verification',
    mode: 'verifyEmail',
  },
  PASSWORD_RESET: {
    subject: 'Choose a new password',
    words: 'Choose a password',
    path: '/auth/reset-password',
    mode: 'resetPassword',
  },
};

/**
 * The unused codes of the Auth emulator as links, newest first. Of other kinds (sign-in by link) the app has no page.
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
  return oobCodes.reverse().flatMap(({ email, oobCode, requestType }) => {
    const kind = kinds[requestType];
    if (!kind) return [];
    const { subject, words, path, mode } = kind;
    return [{ email, subject, words, link: `${path}?${new URLSearchParams({ mode, oobCode })}` }];
  });
}

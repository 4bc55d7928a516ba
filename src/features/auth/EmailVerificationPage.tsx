import { useQuery } from '@tanstack/react-query';
import { applyVerification } from '../../session/entering.ts';
import { useSession } from '../../session/useSession.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { AuthSheet } from './AuthSheet.tsx';

/** Where a verification letter's link leads: its code is carried out once, and the person goes on. */
export function EmailVerificationPage({ code }: { code: string | undefined }) {
  const session = useSession();
  const verification = useQuery({
    queryKey: ['verification', code],
    queryFn: async () => {
      await applyVerification(code ?? '');
      return true;
    },
    enabled: code !== undefined,
    retry: false,
    // A code works once: never again by itself.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  });
  const signedOut = session.stage === 'signed-out';

  if (verification.data) {
    return (
      <AuthSheet title="Your e-mail address is verified">
        <p role="status">Thank you. {signedOut ? 'Please sign in to go on.' : 'You can go on now.'}</p>
        <ButtonLink to={signedOut ? '/auth/signin' : '/'} variant="primary" wide>
          {signedOut ? 'Sign in' : 'Go on'}
        </ButtonLink>
      </AuthSheet>
    );
  }
  if (code === undefined || verification.error) {
    return (
      <AuthSheet title="Verify your e-mail address">
        <p role="alert">
          {verification.error?.message ?? 'This link is not complete. Please open it again from the letter.'}
        </p>
        <p>
          {signedOut
            ? 'If your address is verified already, just sign in. If not, you can have a new letter sent after signing in.'
            : 'You can have a new letter sent.'}
        </p>
        <ButtonLink to={signedOut ? '/auth/signin' : '/auth/not-verified'} variant="primary" wide>
          {signedOut ? 'Sign in' : 'Go on'}
        </ButtonLink>
      </AuthSheet>
    );
  }
  return (
    <AuthSheet title="Verify your e-mail address">
      <p role="status" aria-busy="true">
        One moment …
      </p>
    </AuthSheet>
  );
}

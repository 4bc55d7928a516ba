import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { AuthError } from '../../session/authErrors.ts';
import { type AppliedLink, applyEmailLink, isEmailLinkMode, sendReset } from '../../session/entering.ts';
import { useSession } from '../../session/useSession.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { AuthSheet } from './AuthSheet.tsx';

type Mode = AppliedLink['mode'];

const titles: Record<Mode, string> = {
  verifyEmail: 'Verify your e-mail address',
  recoverEmail: 'Restore your e-mail address',
  verifyAndChangeEmail: 'Change your e-mail address',
};

type Props = {
  /** What the link is for, as the identity provider names it. */
  mode: string | undefined;
  code: string | undefined;
  /** The page to continue with. */
  next: string | undefined;
};

/**
 * Carries out a link of the identity provider's emails, which all lead here and are told apart by their mode. (Those that
 * reset a password go on to the page for it.)
 */
export function EmailLinkPage({ mode, code, next }: Props) {
  const isKnown = isEmailLinkMode(mode);
  if (isKnown && code !== undefined) return <LinkToApply mode={mode} code={code} next={next} />;
  if (mode !== undefined && !isKnown) {
    return (
      <Sheet title="This link cannot be used" next={next}>
        <p role="alert">
          It asks for something that is not done here. If it came in an email of ours, please ask for a new
          one.
        </p>
      </Sheet>
    );
  }
  return (
    <Sheet title={titles[isKnown ? mode : 'verifyEmail']} next={next}>
      <p role="alert">This link is not complete. Please open it again from the email.</p>
      <p>{wayOn[isKnown ? mode : 'verifyEmail']}</p>
    </Sheet>
  );
}

/** What can be done where a link cannot be carried out. */
const wayOn: Record<Mode, string> = {
  verifyEmail:
    'If your address is verified already, just sign in. If not, you can have a new email sent after signing in.',
  recoverEmail:
    'If somebody else changed the address of your account and you cannot sign in, please write to the person you work with at EV.',
  verifyAndChangeEmail: 'If your address was not changed, ask for the change once more.',
};

function LinkToApply({ mode, code, next }: { mode: Mode; code: string; next: string | undefined }) {
  const link = useQuery({
    queryKey: ['email-link', mode, code],
    queryFn: () => applyEmailLink(mode, code),
    // A code works once: never again by itself.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  });

  if (link.data) return <Applied link={link.data} next={next} />;
  if (link.error) {
    const isUnreached = link.error instanceof AuthError && link.error.isTemporary;
    return (
      <Sheet title={titles[mode]} next={next}>
        <p role="alert">{link.error.message}</p>
        {isUnreached ? (
          <Button variant="primary" wide busy={link.isFetching} onClick={() => void link.refetch()}>
            Try again
          </Button>
        ) : (
          <p>{wayOn[mode]}</p>
        )}
      </Sheet>
    );
  }
  return (
    <AuthSheet title={titles[mode]}>
      <p role="status" aria-busy="true">
        One moment …
      </p>
    </AuthSheet>
  );
}

/** What came of a link, and the way on. */
function Sheet({ title, next, children }: { title: string; next: string | undefined; children: ReactNode }) {
  return (
    <AuthSheet title={title}>
      <div className="stack">
        {children}
        <Onward next={next} />
      </div>
    </AuthSheet>
  );
}

/** To the sign-in, or on as far as the guard lets whoever is signed in. */
function Onward({ next }: { next: string | undefined }) {
  const isSignedOut = useSession().stage === 'signed-out';
  return (
    <ButtonLink to={isSignedOut ? '/auth/signin' : '/'} search={next ? { next } : {}} variant="primary" wide>
      {isSignedOut ? 'Sign in' : 'Go on'}
    </ButtonLink>
  );
}

function Applied({ link: { mode, email }, next }: { link: AppliedLink; next: string | undefined }) {
  if (mode === 'verifyEmail') return <Verified next={next} />;
  if (mode === 'verifyAndChangeEmail') {
    return (
      <Sheet title="Your e-mail address is changed" next={next}>
        <p role="status">
          From now on you sign in as <strong>{email}</strong>.
        </p>
      </Sheet>
    );
  }
  return (
    <Sheet title="Your e-mail address is restored" next={next}>
      <p role="status">
        You sign in as <strong>{email}</strong> again. If it was not you who changed the address, somebody may
        know your password: please choose a new one.
      </p>
      <SendResetLink email={email} />
    </Sheet>
  );
}

function SendResetLink({ email }: { email: string }) {
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState('');
  async function send() {
    setBusy(true);
    try {
      await sendReset(email);
      setSaid(`An email with the link is on its way to ${email}.`);
    } catch (error) {
      setSaid(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      <Button wide busy={busy} onClick={() => void send()}>
        Send a link for a new password
      </Button>
      <p role="status">{said}</p>
    </>
  );
}

function Verified({ next }: { next: string | undefined }) {
  const isSignedOut = useSession().stage === 'signed-out';
  useEffect(() => {
    if (!isSignedOut) toast('The e-mail address is verified.', { tone: 'good' });
  }, [isSignedOut]);
  // Whoever is signed in goes on as far as the guard lets them.
  if (!isSignedOut) return <Navigate to="/" search={next ? { next } : {}} replace />;
  return (
    <Sheet title="Your e-mail address is verified" next={next}>
      <p role="status">Thank you. Please sign in to go on.</p>
    </Sheet>
  );
}

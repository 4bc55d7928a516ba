import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { AuthError } from '../../session/authErrors.ts';
import { type AppliedLink, applyEmailLink, isEmailLinkMode, sendReset } from '../../session/entering.ts';
import { useSession } from '../../session/useSession.ts';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { messageOf, useAction } from '../../ui/useAction.ts';
import { AuthSheet, ContinueLink } from './AuthSheet.tsx';

type Mode = AppliedLink['mode'];

const titles: Record<Mode, string> = {
  verifyEmail: 'Verify your e-mail address',
  recoverEmail: 'Restore your e-mail address',
  verifyAndChangeEmail: 'Change your e-mail address',
};

/** What can be done where a link cannot be applied. */
const advice: Record<Mode, string> = {
  verifyEmail:
    'If your address is verified already, just sign in. If not, you can have a new email sent after signing in.',
  recoverEmail:
    'If somebody else changed the address of your account and you cannot sign in, please write to the person you work with at EV.',
  verifyAndChangeEmail: 'If your address was not changed, ask for the change once more.',
};

type Props = {
  /** What the link is for, as the identity provider names it. */
  mode: string | undefined;
  code: string | undefined;
  /** The page to continue with. */
  next: string | undefined;
};

/** Applies a link of the identity provider's emails. All lead here; those that reset a password are redirected. */
export function EmailLinkPage({ mode, code, next }: Props) {
  if (mode !== undefined && !isEmailLinkMode(mode)) {
    return (
      <Result title="This link cannot be used" next={next}>
        <p role="alert">
          It asks for something that is not done here. If it came in an email of ours, please ask for a new
          one.
        </p>
      </Result>
    );
  }
  if (mode !== undefined && code !== undefined) return <LinkToApply mode={mode} code={code} next={next} />;
  return (
    <Result title={titles[mode ?? 'verifyEmail']} next={next}>
      <p role="alert">This link is not complete. Please open it again from the email.</p>
      <p>{advice[mode ?? 'verifyEmail']}</p>
    </Result>
  );
}

type NextProps = Pick<Props, 'next'>;

function LinkToApply({ mode, code, next }: { mode: Mode; code: string } & NextProps) {
  const link = useQuery({
    queryKey: ['email-link', mode, code],
    queryFn: () => applyEmailLink(mode, code),
    // A code works once.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  });

  if (link.data) return <Applied link={link.data} next={next} />;
  if (link.error) {
    const isTemporary = link.error instanceof AuthError && link.error.isTemporary;
    return (
      <Result title={titles[mode]} next={next}>
        <p role="alert">{link.error.message}</p>
        {isTemporary ? (
          <Button variant="primary" wide busy={link.isFetching} onClick={() => void link.refetch()}>
            Try again
          </Button>
        ) : (
          <p>{advice[mode]}</p>
        )}
      </Result>
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

function Result({ title, next, children }: { title: string; children: ReactNode } & NextProps) {
  return (
    <AuthSheet title={title}>
      <div className="stack">
        {children}
        <ContinueLink next={next} />
      </div>
    </AuthSheet>
  );
}

function Applied({ link: { mode, email }, next }: { link: AppliedLink } & NextProps) {
  switch (mode) {
    case 'verifyEmail':
      return <Verified next={next} />;
    case 'verifyAndChangeEmail':
      return (
        <Result title="Your e-mail address is changed" next={next}>
          <p role="status">
            From now on you sign in as <strong>{email}</strong>.
          </p>
        </Result>
      );
    case 'recoverEmail':
      return (
        <Result title="Your e-mail address is restored" next={next}>
          <p role="status">
            You sign in as <strong>{email}</strong> again. If it was not you who changed the address, somebody
            may know your password: please choose a new one.
          </p>
          <ResetRequest email={email} />
        </Result>
      );
  }
}

function ResetRequest({ email }: { email: string }) {
  const [status, setStatus] = useState('');
  const { busy, run } = useAction(
    async () => {
      await sendReset(email);
      setStatus(`An email with the link is on its way to ${email}.`);
    },
    (error) => setStatus(messageOf(error)),
  );
  return (
    <>
      <Button wide busy={busy} onClick={run}>
        Send a link for a new password
      </Button>
      <p role="status">{status}</p>
    </>
  );
}

function Verified({ next }: NextProps) {
  const isSignedOut = useSession().stage === 'signed-out';
  useEffect(() => {
    if (!isSignedOut) toast('The e-mail address is verified.', { tone: 'good' });
  }, [isSignedOut]);
  // The guard admits a signed-in user as far as they may go.
  if (!isSignedOut) return <Navigate to="/" search={next ? { next } : {}} replace />;
  return (
    <Result title="Your e-mail address is verified" next={next}>
      <p role="status">Thank you. Please sign in to go on.</p>
    </Result>
  );
}

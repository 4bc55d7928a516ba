import { Navigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { type AppliedLink, applyEmailLink, isEmailLinkMode, sendReset } from '../../session/authActions.ts';
import { AuthError } from '../../session/authErrors.ts';
import { useSession } from '../../session/useSession.ts';
import { Button } from '../../ui/Button.tsx';
import { EvContact } from '../../ui/EvContact.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { messageOf, useAction } from '../../ui/useAction.ts';
import { AuthSheet, ContinueLink } from './AuthSheet.tsx';
import { DevMailLink } from './DevMailLink.tsx';

type Mode = AppliedLink['mode'];

const titles: Record<Mode, string> = {
  verifyEmail: 'Verify your email address',
  recoverEmail: 'Restore your email address',
  verifyAndChangeEmail: 'Change your email address',
};

/** What a link does, and the button that does it. */
const offers: Record<Mode, { text: string; button: string }> = {
  verifyEmail: { text: 'Confirm that this email address is yours.', button: 'Verify email address' },
  recoverEmail: {
    text: 'The email address of your account was changed. You can go back to the one that you had before.',
    button: 'Restore email address',
  },
  verifyAndChangeEmail: {
    text: 'From then on, you sign in with the new address.',
    button: 'Change email address',
  },
};

/** What can be done where a link cannot be applied. */
const advice: Record<Mode, ReactNode> = {
  verifyEmail: 'If you’ve already verified your address, sign in. If not, sign in to request a new email.',
  recoverEmail: (
    <>
      If someone else changed your account’s email address and you can’t sign in, contact <EvContact />.
    </>
  ),
  verifyAndChangeEmail: 'If your address didn’t change, request the change again.',
};

type Props = {
  /** What the link is for, as the identity provider names it. */
  mode: string | undefined;
  code: string | undefined;
  /** The page to continue with. */
  next: string | undefined;
};

/** Offers what a link of the identity provider's emails does. All lead here; those that reset a password are redirected. */
export function EmailLinkPage({ mode, code, next }: Props) {
  if (mode !== undefined && !isEmailLinkMode(mode)) {
    return (
      <Result title="This link can’t be used" next={next}>
        <p role="alert">
          EV Jobs doesn’t recognize this link. If it came in an email from us, request a new one.
        </p>
      </Result>
    );
  }
  if (mode !== undefined && code !== undefined)
    return <LinkToApply key={code} mode={mode} code={code} next={next} />;
  return (
    <Result title={titles[mode ?? 'verifyEmail']} next={next}>
      <p role="alert">This link is incomplete. Open it again from the email.</p>
      <p>{advice[mode ?? 'verifyEmail']}</p>
    </Result>
  );
}

type NextProps = Pick<Props, 'next'>;

/** Applies the link when its button is pressed, not when it is opened: mail servers open links to scan them, and run their scripts. */
function LinkToApply({ mode, code, next }: { mode: Mode; code: string } & NextProps) {
  const [link, setLink] = useState<AppliedLink>();
  const [failure, setFailure] = useState<unknown>();
  const { busy, run } = useAction(async () => {
    setFailure(undefined);
    setLink(await applyEmailLink(mode, code));
  }, setFailure);

  if (link) return <Applied link={link} next={next} />;
  if (failure && !(failure instanceof AuthError && failure.isTemporary)) {
    return (
      <Result title={titles[mode]} next={next}>
        <p role="alert">{messageOf(failure)}</p>
        <p>{advice[mode]}</p>
      </Result>
    );
  }
  const { text, button } = offers[mode];
  return (
    <AuthSheet title={titles[mode]}>
      <div className="stack">
        <p>{text}</p>
        {failure ? <p role="alert">{messageOf(failure)}</p> : null}
        <Button variant="primary" wide busy={busy} onClick={() => void run()}>
          {failure ? 'Try again' : button}
        </Button>
      </div>
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
        <Result title="Your email address was changed" next={next}>
          <p role="status">
            From now on, sign in as <strong>{email}</strong>.
          </p>
        </Result>
      );
    case 'recoverEmail':
      return (
        <Result title="Your email address was restored" next={next}>
          <p role="status">
            Sign in as <strong>{email}</strong> again. If you didn’t change the address, someone may know your
            password, so choose a new one.
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
      setStatus(`We sent a link to ${email}.`);
    },
    (error) => setStatus(messageOf(error)),
  );
  return (
    <>
      <Button wide busy={busy} onClick={run}>
        Send reset link
      </Button>
      <p role="status">{status}</p>
      {status && <DevMailLink />}
    </>
  );
}

function Verified({ next }: NextProps) {
  const isSignedOut = useSession().stage === 'signed-out';
  useEffect(() => {
    if (!isSignedOut) toast('Email address verified.', { tone: 'good' });
  }, [isSignedOut]);
  // The guard then redirects a signed-in user to the page that they may see.
  if (!isSignedOut) return <Navigate to="/" search={next ? { next } : {}} replace />;
  return (
    <Result title="Your email address is verified" next={next}>
      <p role="status">Sign in to continue.</p>
    </Result>
  );
}

import { Navigate } from '@tanstack/react-router';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { sendVerification, unsentVerification } from '../../session/authActions.ts';
import { refresh } from '../../session/session.ts';
import { useSession } from '../../session/useSession.ts';
import { readStored, writeStored } from '../../storage.ts';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { toastError } from '../../ui/feedback/toastError.ts';
import { useAction } from '../../ui/useAction.ts';
import { AuthSheet } from './AuthSheet.tsx';
import { DevMailLink } from './DevMailLink.tsx';
import { SignOutButton } from './SignOutButton.tsx';
import { sendUnsentSignUp } from './sendSignUp.ts';
import { useRecheck } from './useRecheck.ts';

const recheckEveryMs = 15_000;
const resendAfterSeconds = 60;

/** Waits for the email address to be verified, then continues by itself. */
export function NotVerifiedPage() {
  const session = useSession();
  const recheck = useRecheck(recheckEveryMs);
  const unsent = useSyncExternalStore(unsentVerification.subscribe, unsentVerification.get);
  const unverified = session.stage === 'unverified' ? session.email : '';
  useEffect(() => {
    if (unverified === '') return;
    sendUnsentSignUp(unverified)
      .then((isProven) => (isProven ? refresh() : undefined))
      .catch((error: unknown) => console.warn('The profile is still on this device only:', error));
  }, [unverified]);
  // The guard leaves approved users here (§2), and a live event can tell of the profile before this page is opened.
  if (session.stage === 'active' || session.stage === 'unapproved') return <Navigate to="/" replace />;
  const email = 'email' in session ? session.email : '';
  const address = <strong translate="no">{email}</strong>;
  return (
    <AuthSheet title="Verify your email address" foot={<SignOutButton />}>
      <div className="stack">
        {email !== '' && unsent === email ? (
          <p role="alert">We couldn’t send a link to {address}. Select Resend email to try again.</p>
        ) : (
          <p>We sent a link to {address}. Open it on any device, and this page continues automatically.</p>
        )}
        <DevMailLink />
        <Button variant="primary" wide busy={recheck.busy} onClick={recheck.checkNow}>
          I’ve verified my email
        </Button>
        <Resend email={email} />
        <p role="status" className="soft">
          {recheck.failure ||
            (recheck.checks > 0 ? `${email} isn’t verified yet. Open the link in the email we sent.` : '')}
        </p>
      </div>
    </AuthSheet>
  );
}

function Resend({ email }: { email: string }) {
  const coolDown = useCoolDown(`verification:${email}`, resendAfterSeconds);
  const isWaiting = coolDown.left > 0;
  const { busy, run } = useAction(async () => {
    if (isWaiting) return;
    await sendVerification();
    unsentVerification.set('');
    coolDown.start();
    toast('Verification email sent.', { tone: 'good' });
  }, toastError);
  return (
    <Button wide busy={busy} aria-disabled={isWaiting} onClick={run}>
      {isWaiting ? `Resend in ${coolDown.left} sec` : 'Resend email'}
    </Button>
  );
}

/** Counts the seconds until something may be repeated. The end is saved for this window, so that a reload does not skip it. */
function useCoolDown(name: string, lengthSeconds: number) {
  const key = `cool-down:${name}`;
  const [endMs, setEndMs] = useState(() => Number(readStored(key, 'sessionStorage') ?? 0));
  const [nowMs, setNowMs] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((endMs - nowMs) / 1000));

  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setNowMs(Date.now()), 1000);
    return () => clearTimeout(timer);
  });

  function start() {
    const end = Date.now() + lengthSeconds * 1000;
    writeStored(key, String(end), 'sessionStorage');
    setEndMs(end);
    setNowMs(Date.now());
  }
  return { left, start };
}

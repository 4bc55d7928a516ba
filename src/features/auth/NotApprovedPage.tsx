import type { Profile } from '../../contract/users/user.ts';
import { useIntervalMs } from '../../live/useIntervalMs.ts';
import { Button } from '../../ui/Button.tsx';
import { EvContact } from '../../ui/EvContact.tsx';
import { Fact } from '../../ui/Fact.tsx';
import { AuthSheet } from './AuthSheet.tsx';
import { SignOutButton } from './SignOutButton.tsx';
import { useRecheck } from './useRecheck.ts';

const recheckEveryMs = 30_000;

/** Waits for an admin's approval, then continues by itself. */
export function NotApprovedPage({ profile }: { profile: Profile }) {
  const recheck = useRecheck(useIntervalMs(recheckEveryMs));
  const { userRefused: refused } = profile;
  return (
    <AuthSheet
      title={refused ? 'Your account isn’t approved' : 'Your account is pending approval'}
      foot={<SignOutButton />}
    >
      <div className="stack">
        <p>
          {refused ? (
            <>
              This account doesn’t have access to EV Jobs. If you think this is a mistake, contact{' '}
              <EvContact />.
            </>
          ) : (
            'An admin reviews every new account. We’ll email you when yours is approved, and this page will continue automatically.'
          )}
        </p>
        <dl className="facts sheet">
          <Fact name="Name" isName>
            {profile.firstName} {profile.lastName}
          </Fact>
          <Fact name="Company" isName>
            {profile.company}
          </Fact>
          <Fact name="Email" isName wide>
            {profile.email}
          </Fact>
        </dl>
        <Button variant="primary" wide busy={recheck.busy} onClick={recheck.checkNow}>
          Check again
        </Button>
        <p role="status" className="soft">
          {recheck.failure || (recheck.checks > 0 ? 'No change yet. We’ll keep checking.' : '')}
        </p>
      </div>
    </AuthSheet>
  );
}

import type { Profile } from '../../contract/user.ts';
import { useIntervalMs } from '../../live/useIntervalMs.ts';
import { Button } from '../../ui/Button.tsx';
import { Fact } from '../../ui/Fact.tsx';
import { AuthSheet } from './AuthSheet.tsx';
import { SignOutButton } from './SignOutButton.tsx';
import { useRecheck } from './useRecheck.ts';

const recheckEveryMs = 30_000;

/** Waits for an administrator's approval, and leaves by itself once it is given. */
export function NotApprovedPage({ profile }: { profile: Profile }) {
  const recheck = useRecheck(useIntervalMs(recheckEveryMs));
  const { userRefused: refused } = profile;
  return (
    <AuthSheet
      title={refused ? 'Your account was not approved' : 'Your account waits for approval'}
      foot={<SignOutButton />}
    >
      <div className="stack">
        <p>
          {refused
            ? 'An administrator decided not to open this account. If you think this is a mistake, please write to the person you work with at EV.'
            : 'An administrator looks at every new account before it is opened. This page goes on by itself when yours is.'}
        </p>
        <dl className="facts sheet">
          <Fact name="Name">
            {profile.firstName} {profile.lastName}
          </Fact>
          <Fact name="Company">{profile.company}</Fact>
          <Fact name="E-mail">{profile.email}</Fact>
        </dl>
        <Button variant="primary" wide busy={recheck.busy} onClick={recheck.checkNow}>
          Check again
        </Button>
        <p role="status" className="soft">
          {recheck.failure || (recheck.checks > 0 ? 'No change so far.' : '')}
        </p>
      </div>
    </AuthSheet>
  );
}

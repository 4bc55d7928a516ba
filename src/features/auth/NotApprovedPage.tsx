import type { Profile } from '../../contract/user.ts';
import { useIntervalMs } from '../../live/useIntervalMs.ts';
import { Button } from '../../ui/Button.tsx';
import { AuthSheet } from './AuthSheet.tsx';
import { LeaveButton } from './LeaveButton.tsx';
import { useRecheck } from './useRecheck.ts';

const lookEveryMs = 30_000;

/** Waits for an administrator's decision, and goes on by itself when it is a yes. */
export function NotApprovedPage({ profile }: { profile: Profile }) {
  const recheck = useRecheck(useIntervalMs(lookEveryMs));
  const { userRefused: refused } = profile;
  return (
    <AuthSheet
      title={refused ? 'Your account was not approved' : 'Your account waits for approval'}
      foot={<LeaveButton />}
    >
      <div className="stack">
        <p>
          {refused
            ? 'An administrator decided not to open this account. If you think this is a mistake, please write to the person you work with at EV.'
            : 'An administrator looks at every new account before it is opened. This page goes on by itself when yours is.'}
        </p>
        <dl className="facts sheet">
          <div>
            <dt>Name</dt>
            <dd>
              {profile.firstName} {profile.lastName}
            </dd>
          </div>
          <div>
            <dt>Company</dt>
            <dd>{profile.company}</dd>
          </div>
          <div>
            <dt>E-mail</dt>
            <dd>{profile.email}</dd>
          </div>
        </dl>
        <Button variant="primary" wide busy={recheck.busy} onClick={recheck.lookNow}>
          Check again
        </Button>
        <p role="status" className="soft">
          {recheck.failure?.message ?? (recheck.looked > 0 ? 'No change so far.' : '')}
        </p>
      </div>
    </AuthSheet>
  );
}

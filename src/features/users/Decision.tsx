import type { Profile } from '../../contract/users/user.ts';
import { updateProfile } from '../../outbox/sends/send.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmButton } from '../../ui/dialog/ConfirmDialog.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { toastFailure } from '../../ui/feedback/toastError.ts';
import { useAction } from '../../ui/useAction.ts';
import { approvalStateOf, fullNameOf } from './approval.ts';
import { LazyHandOver } from './LazyHandOver.tsx';

export function toastUnchanged(user: Profile, error: unknown): void {
  toastFailure(`update ${fullNameOf(user)}`, error);
}

/** Restores the approval and the role that a user had before. */
export async function undoChange(before: Profile): Promise<void> {
  const { email, userType, userApproved, userRefused } = before;
  try {
    await updateProfile({
      email,
      userApproved,
      userRefused,
      ...(userType !== 'UNSPECIFIED' && { userType }),
    });
    toast(`Undone. ${fullNameOf(before)}’s access and role are restored.`, { tone: 'good' });
  } catch (error) {
    toastUnchanged(before, error);
  }
}

/**
 * The buttons that approve or decline a user. Declining asks first: it locks them out and sends them an email. Who
 * revokes access can hand the open jobs of the user over first.
 */
export function Decision({ user }: { user: Profile }) {
  const name = fullNameOf(user);
  const state = approvalStateOf(user);
  const isApproved = state === 'approved';
  const refuseLabel = isApproved ? 'Revoke access' : 'Decline';

  const { busy, run: decide } = useAction(
    async (approve: boolean) => {
      await updateProfile({ email: user.email, userApproved: approve, userRefused: !approve });
      const refused = isApproved ? `${name}’s access revoked.` : `${name} declined.`;
      toast(approve ? `${name} approved. We’ve emailed them.` : refused, {
        tone: 'good',
        action: { label: 'Undo', run: () => void undoChange(user) },
      });
    },
    (error) => toastUnchanged(user, error),
  );
  return (
    <>
      {!isApproved && user.userType !== 'UNSPECIFIED' && (
        <Button variant="primary" busy={busy} aria-label={`Approve ${name}`} onClick={() => decide(true)}>
          Approve
        </Button>
      )}
      {state !== 'refused' && (
        <ConfirmButton
          label={refuseLabel}
          button={{
            variant: isApproved ? 'quiet' : 'danger',
            busy,
            'aria-label': `${refuseLabel}: ${name}`,
          }}
          title={isApproved ? `Revoke access for ${name}?` : `Decline ${name}?`}
          confirm={refuseLabel}
          more={isApproved && <LazyHandOver user={user} />}
          onConfirm={() => void decide(false)}
        >
          <span translate="no">{name}</span> won’t be able to use EV Jobs and will be notified by email. Jobs
          and messages don’t change. You can approve this person again anytime.
        </ConfirmButton>
      )}
    </>
  );
}

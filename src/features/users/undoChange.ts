import type { Profile } from '../../contract/user.ts';
import { updateProfile } from '../../outbox/send.ts';
import { toast } from '../../ui/feedback/toast.ts';

function nameOf({ firstName, lastName }: Profile): string {
  return `${firstName} ${lastName}`;
}

export function toastUnchanged(person: Profile, error: unknown): void {
  const why = error instanceof Error ? error.message : String(error);
  toast(`Nothing was changed for ${nameOf(person)}. ${why}`, { tone: 'bad' });
}

/** Gives a person the standing and the user type back that they had before. */
export async function undoChange(before: Profile): Promise<void> {
  const { email, userType, userApproved, userRefused } = before;
  try {
    await updateProfile({
      email,
      userApproved,
      userRefused,
      ...(userType !== 'UNSPECIFIED' && { userType }),
    });
    toast(`${nameOf(before)} is as before.`, { tone: 'good' });
  } catch (error) {
    toastUnchanged(before, error);
  }
}

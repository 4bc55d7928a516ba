import { signOut } from '../session/session.ts';
import { toast } from '../ui/toast.ts';

/** Signs out; where to go then follows from the session. */
export function leaveApp(): void {
  signOut().catch((error: unknown) =>
    toast(error instanceof Error ? error.message : String(error), { tone: 'bad' }),
  );
}

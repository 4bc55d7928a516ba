import { type ReactNode, useState } from 'react';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

type Props = {
  label: string;
  /** When it is of use. */
  why: string;
  /** Title of the confirmation, and label of the button that cancels. */
  title: string;
  keep: string;
  /** Ends the sessions and reports the outcome. Must not throw. */
  onEnd: () => Promise<void>;
  /** The consequences. */
  children: ReactNode;
};

/** Ends all sessions of one user after a confirmation. */
export function EverywhereSignOut({ label, why, title, keep, onEnd, children }: Props) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);

  async function end() {
    setAsking(false);
    setBusy(true);
    try {
      await onEnd();
    } finally {
      setBusy(false);
    }
  }
  return (
    <section className="sheet row" data-ends="" aria-label={label}>
      <p>{why}</p>
      <Button busy={busy} onClick={() => setAsking(true)}>
        Sign out everywhere
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={title}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>{keep}</Button>
            <Button variant="danger" onClick={() => void end()}>
              Sign out everywhere
            </Button>
          </>
        }
      >
        <p>{children}</p>
      </Dialog>
    </section>
  );
}

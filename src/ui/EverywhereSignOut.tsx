import { type ReactNode, useState } from 'react';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

type Props = {
  /** What the section is called. */
  label: string;
  /** When somebody would want it. */
  why: string;
  /** The question, and the answer that changes nothing. */
  title: string;
  keep: string;
  /** Does it, and says how it ended. Must not throw. */
  onEnd: () => Promise<void>;
  /** What follows from it. */
  children: ReactNode;
};

/** Ends all sessions of one person, once they or somebody for them have said that they mean it. */
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

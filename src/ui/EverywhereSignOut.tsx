import { type ReactNode, useState } from 'react';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { useAction } from './useAction.ts';

type Props = {
  /** Name of the section. */
  label: string;
  /** When a user would want it. */
  why: string;
  /** The question, and the answer that changes nothing. */
  title: string;
  keep: string;
  /** Ends the sessions. */
  onEnd: () => Promise<void>;
  onError: (error: unknown) => void;
  /** The consequences. */
  children: ReactNode;
};

/** Ends all sessions of one user, after a confirmation. */
export function EverywhereSignOut({ label, why, title, keep, onEnd, onError, children }: Props) {
  const [isAsking, setAsking] = useState(false);
  const { busy, run: end } = useAction(onEnd, onError);
  return (
    <section className="sheet row" data-ends="" aria-label={label}>
      <p>{why}</p>
      <Button busy={busy} onClick={() => setAsking(true)}>
        Sign out everywhere
      </Button>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={title}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>{keep}</Button>
            <Button
              variant="danger"
              onClick={() => {
                setAsking(false);
                void end();
              }}
            >
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

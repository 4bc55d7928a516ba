import { type ReactNode, useState } from 'react';
import { Button } from '../Button.tsx';
import { Section } from '../Section.tsx';
import { useAction } from '../useAction.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

type Props = {
  /** When a user would want it. */
  why: string;
  /** The question of the dialog. */
  title: string;
  /** Ends the sessions. */
  onEnd: () => Promise<void>;
  onError: (error: unknown) => void;
  /** The consequences. */
  children: ReactNode;
};

/** Ends all sessions of one user, after a confirmation. */
export function EverywhereSignOut({ why, title, onEnd, onError, children }: Props) {
  const [isAsking, setAsking] = useState(false);
  const { busy, run: end } = useAction(onEnd, onError);
  return (
    <Section title="Sign out of all devices">
      <p>{why}</p>
      <div className="row">
        <Button busy={busy} onClick={() => setAsking(true)}>
          Sign out of all devices
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={title}
        confirm="Sign out of all devices"
        onConfirm={() => {
          setAsking(false);
          void end();
        }}
      >
        {children}
      </ConfirmDialog>
    </Section>
  );
}

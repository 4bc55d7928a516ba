import type { ReactNode } from 'react';
import { Section } from '../Section.tsx';
import { useAction } from '../useAction.ts';
import { ConfirmButton } from './ConfirmDialog.tsx';

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
  const { busy, run: end } = useAction(onEnd, onError);
  return (
    <Section title="Sign out of all devices">
      <p>{why}</p>
      <div className="row">
        <ConfirmButton
          label="Sign out of all devices"
          button={{ busy }}
          title={title}
          confirm="Sign out of all devices"
          onConfirm={() => void end()}
        >
          {children}
        </ConfirmButton>
      </div>
    </Section>
  );
}

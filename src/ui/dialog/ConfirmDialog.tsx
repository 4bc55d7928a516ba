import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from '../Button.tsx';
import { Dialog } from './Dialog.tsx';

type Props = {
  open: boolean;
  /** The user leaves the dialog without confirming. */
  onClose: () => void;
  /** Asks with the verb of `confirm`. */
  title: string;
  /** Label of the button that confirms. */
  confirm: string;
  onConfirm: () => void;
  /** `primary` where nothing is lost. */
  variant?: 'danger' | 'primary';
  /** Label of the way out; another one where the action itself is a cancellation. */
  cancel?: string;
  /** What follows from confirming. */
  children: ReactNode;
  /** What else the user may do first. */
  more?: ReactNode;
};

/** Asks the user to confirm an action, or to leave everything as it is. */
export function ConfirmDialog({
  open,
  onClose,
  title,
  confirm,
  onConfirm,
  variant = 'danger',
  cancel = 'Cancel',
  children,
  more,
}: Props) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button variant={variant} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>{children}</p>
        {more}
      </div>
    </Dialog>
  );
}

type ConfirmButtonProps = Omit<Props, 'open' | 'onClose'> & {
  /** Label of the button. */
  label: ReactNode;
  button?: Pick<ComponentProps<typeof Button>, 'variant' | 'busy' | 'disabled' | 'aria-label'>;
};

/** A button that asks before it acts. */
export function ConfirmButton({ label, button, onConfirm, ...question }: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        {...question}
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          onConfirm();
        }}
      />
    </>
  );
}

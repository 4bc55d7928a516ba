import { Pencil, RotateCw, Trash2 } from 'lucide';
import { Button } from './Button.tsx';
import { toast } from './feedback/toast.ts';
import { toastError } from './feedback/toastError.ts';
import { Icon } from './Icon.tsx';

type Props = {
  record: { state: string; maybeSent: boolean; payload: { content: string } };
  mayDelete: boolean;
  className: string | undefined;
  retry: () => Promise<unknown>;
  onEdit: () => Promise<unknown>;
  /** Deletes it from the outbox. @returns a function that restores it */
  discard: () => Promise<() => Promise<unknown>>;
};

const maxQuotedLength = 60;

/** What can be done about a queued message or note of the user. A deletion can be undone. */
export function WaitingActions({ record, mayDelete, className, retry, onEdit, discard }: Props) {
  const { state, maybeSent, payload } = record;
  const isStopped = state === 'failed' || state === 'blocked-auth';
  const mayChange = state === 'failed' || (!maybeSent && (isStopped || state === 'queued'));

  async function remove(): Promise<void> {
    const restore = await discard();
    const late = maybeSent ? ' It might have been sent already.' : '';
    toast(`Deleted “${payload.content.slice(0, maxQuotedLength)}”.${late}`, {
      action: { label: 'Undo', run: () => void restore().catch(toastError) },
      lasts: false,
    });
  }
  if (!mayChange && !mayDelete) return null;
  return (
    <div className={className}>
      {isStopped && (
        <Button variant="quiet" onClick={() => retry().catch(toastError)}>
          <Icon of={RotateCw} />
          Try again
        </Button>
      )}
      {mayChange && (
        <Button variant="quiet" onClick={() => onEdit().catch(toastError)}>
          <Icon of={Pencil} />
          Edit
        </Button>
      )}
      {mayDelete && (
        <Button variant="quiet" onClick={() => remove().catch(toastError)}>
          <Icon of={Trash2} />
          Delete
        </Button>
      )}
    </div>
  );
}

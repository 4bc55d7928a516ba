import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';

type Props = {
  /** "jobs". */
  what: string;
  error: Error | null;
  onRetry: () => void;
};

/** Says why something could not be loaded, and offers another try. */
export function LoadFailed({ what, error, onRetry }: Props) {
  return (
    <div role="alert">
      <EmptyState title={`Couldn’t load ${what}`} text={error?.message}>
        <Button variant="primary" onClick={onRetry}>
          Try again
        </Button>
      </EmptyState>
    </div>
  );
}

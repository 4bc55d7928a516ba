import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';

type Props = {
  /** "The jobs": what could not be loaded. */
  what: string;
  error: Error | null;
  onRetry: () => void;
};

/** Something could not be loaded: why, and another try. */
export function LoadFailed({ what, error, onRetry }: Props) {
  return (
    <div role="alert">
      <EmptyState title={`${what} could not be loaded`} text={error?.message}>
        <Button variant="primary" onClick={onRetry}>
          Try again
        </Button>
      </EmptyState>
    </div>
  );
}

import { PageHeading } from '../PageHeading.tsx';
import { Skeleton } from './Skeleton.tsx';

/** Empty, and as high as a line of text. */
const line = '\u00a0';

type Props = {
  title: string;
  /** The lines below it. */
  notes?: number;
  buttons?: number;
};

/** The heading of a page that is loading, with room for its lines and buttons, so that nothing moves. */
export function HeadingSkeleton({ title, notes = 1, buttons = 2 }: Props) {
  return (
    <PageHeading title={title} over={line} below={<Skeleton lines={notes} width="16rem" />}>
      {Array.from({ length: buttons }, (_, button) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the buttons are all alike and never move.
        <Skeleton key={button} height="var(--target)" width="8rem" />
      ))}
    </PageHeading>
  );
}

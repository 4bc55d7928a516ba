import { PageHeading } from '../PageHeading.tsx';
import { Skeleton } from './Skeleton.tsx';

/** Empty, and as high as a line of text. */
const line = '\u00a0';

/** The heading of a page that is loading, with room for its lines and buttons, so that nothing moves. */
export function HeadingSkeleton({ title }: { title: string }) {
  return (
    <PageHeading title={title} over={line} note={line}>
      <Skeleton height="var(--target)" width="8rem" />
      <Skeleton height="var(--target)" width="8rem" />
    </PageHeading>
  );
}

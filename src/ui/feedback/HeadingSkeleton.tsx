import { PageHeading } from '../PageHeading.tsx';
import { Skeleton } from './Skeleton.tsx';

/** Nothing to read, and as high as a line of text. */
const line = '\u00a0';

/** The heading of a page while what it is about is on its way: with the lines and the buttons that will stand there, so that nothing moves. */
export function HeadingSkeleton({ title }: { title: string }) {
  return (
    <PageHeading title={title} over={line} note={line}>
      <Skeleton height="var(--target)" width="8rem" />
      <Skeleton height="var(--target)" width="8rem" />
    </PageHeading>
  );
}

import { fileSize } from '../../../format/fileSize.ts';
import { Button } from '../../../ui/Button.tsx';
import { Progress } from '../../../ui/feedback/Progress.tsx';
import { jobsWords } from '../bulk/bulkWords.ts';
import { fits, sizeWords } from './siteWords.ts';
import type { Measured } from './useMeasure.ts';

type Props = { count: number; measured: Measured; onAgain: () => void };

/** What preparing would fetch, before it is agreed to. */
export function SiteOffer({ count, measured: { size, done, error }, onAgain }: Props) {
  if (error) {
    return (
      <div role="alert" className="stack">
        <p>The size could not be found out. {error.message}</p>
        <div>
          <Button onClick={onAgain}>Try again</Button>
        </div>
      </div>
    );
  }
  if (!size) return <Progress label={`Looking at ${jobsWords(count)}`} value={done} max={count} />;
  return (
    <div className="stack">
      <p>{sizeWords(size)}.</p>
      {fits(size) ? (
        <p className="soft">
          Kept on this device until you remove it or sign out.
          {size.left !== null && ` ${fileSize(size.left)} are free for it.`}
        </p>
      ) : (
        <p role="alert">
          This device has room for {fileSize(size.left ?? 0)} only. Prepare fewer jobs, or remove some.
        </p>
      )}
    </div>
  );
}

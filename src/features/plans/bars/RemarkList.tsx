import { MessageSquareQuote } from 'lucide';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Badge } from '../../../ui/Badge.tsx';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { toastError } from '../../../ui/feedback/toastError.ts';
import { PlainTime } from '../../../ui/text/PlainTime.tsx';
import { useAction } from '../../../ui/useAction.ts';
import { useOneStop } from '../../../ui/useOneStop.ts';
import type { Remark } from '../page/remarks.ts';
import styles from './PanelList.module.css';
import type { PageRemarks } from './useRemarks.ts';

type Props = {
  found: readonly PageRemarks[];
  labelOf: (page: number) => string;
  /** The remark that is marked on its page. */
  current: Remark | null;
  onOpen: (page: number, remark: Remark) => void;
  /** Quotes it in the draft of a message; absent where there is no chat. */
  onAsk: ((page: number, remark: Remark) => Promise<void>) | undefined;
};

/** More rows would keep the browser busy: a takeoff counts in thousands of remarks. */
const rowsAtOnce = 300;

/** Lists what was written on the pages, with who answered; of many the first, and more on request. */
export function RemarkList({ found, ...rest }: Props) {
  const [limit, setLimit] = useState(rowsAtOnce);
  const all = found.flatMap(({ page, remarks }) => remarks.map((remark) => ({ page, remark })));
  const left = all.length - limit;
  const list = useRef<HTMLUListElement>(null);
  const stop = useOneStop<HTMLDivElement>('ArrowUp', 'ArrowDown');

  function showMore() {
    flushSync(() => setLimit(limit + rowsAtOnce));
    // The last press takes the button away, and would take the focus with it.
    list.current?.children[limit]?.querySelector('button')?.focus();
  }
  return (
    <div {...stop}>
      <ul ref={list} className={styles.list}>
        {all.slice(0, limit).map(({ page, remark }) => (
          <RemarkItem key={`${page} ${remark.id}`} page={page} remark={remark} {...rest} />
        ))}
      </ul>
      {left > 0 && (
        <Button variant="quiet" wide onClick={showMore}>
          Show {Math.min(left, rowsAtOnce)} more
        </Button>
      )}
    </div>
  );
}

type ItemProps = Omit<Props, 'found'> & { page: number; remark: Remark };

function RemarkItem({ page, remark, labelOf, current, onOpen, onAsk }: ItemProps) {
  const { busy, run } = useAction(() => onAsk?.(page, remark) ?? Promise.resolve(), toastError);
  return (
    <li className={styles.entry} data-current={current === remark || undefined}>
      <button
        type="button"
        className={styles.open}
        aria-current={current === remark || undefined}
        onClick={() => onOpen(page, remark)}
      >
        <Head {...remark} place={`Page ${labelOf(page)}`} />
        <Words {...remark} />
        {remark.replies.map((reply) => (
          <span key={reply.id} className={styles.reply}>
            <Head {...reply} />
            <Words {...reply} />
          </span>
        ))}
        {remark.state !== '' && <Badge>{remark.state}</Badge>}
      </button>
      {onAsk && (
        <IconButton
          icon={MessageSquareQuote}
          label="Ask about this remark"
          busy={busy}
          onClick={() => void run()}
        />
      )}
    </li>
  );
}

type HeadProps = Pick<Remark, 'author' | 'date'> & { place?: string };

function Head({ author, date, place }: HeadProps) {
  return (
    <span className={styles.head}>
      {author !== '' && <bdi translate="no">{author}</bdi>}
      {date && <PlainTime seconds={date.getTime() / 1000} />}
      {place && <span>{place}</span>}
    </span>
  );
}

function Words({ text, kind }: Pick<Remark, 'text' | 'kind'>) {
  if (text === '') return <span className={styles.words}>{kind}</span>;
  return (
    <span className={styles.words} translate="no" dir="auto">
      {text}
    </span>
  );
}

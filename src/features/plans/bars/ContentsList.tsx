import type { Entry, Target } from '../page/documentParts.ts';
import styles from './PanelList.module.css';

type Props = { entries: readonly Entry[]; onFollow: (target: Target) => void };

/** Lists the contents as the document orders them: places in it, its files, and addresses. */
export function ContentsList({ entries, onFollow }: Props) {
  return (
    <ul className={styles.list}>
      {entries.map((entry, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the contents never change.
        <li key={at}>
          <EntryLink entry={entry} onFollow={onFollow} />
          {entry.entries.length > 0 && <ContentsList entries={entry.entries} onFollow={onFollow} />}
        </li>
      ))}
    </ul>
  );
}

function EntryLink({ entry, onFollow }: { entry: Entry; onFollow: Props['onFollow'] }) {
  const { title, url } = entry;
  const name = <bdi translate="no">{title}</bdi>;
  if (url) {
    return (
      <a className={styles.open} href={url} title={url} target="_blank" rel="noopener noreferrer">
        {name}
      </a>
    );
  }
  const leads = entry.dest !== undefined || entry.action || entry.file;
  if (!leads) return <span className={styles.open}>{name}</span>;
  return (
    <button type="button" className={styles.open} onClick={() => onFollow(entry)}>
      {name}
    </button>
  );
}

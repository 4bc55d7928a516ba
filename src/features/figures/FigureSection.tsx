import { Link } from '@tanstack/react-router';
import { Download } from 'lucide';
import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { toastFailure } from '../../ui/feedback/toastError.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Section } from '../../ui/Section.tsx';
import { useAction } from '../../ui/useAction.ts';
import styles from './Figures.module.css';
import type { FigureTable, JobList } from './figureTables.ts';

type Props = {
  title: string;
  /** What is measured, and in which unit. */
  about: string;
  /** The figure in a sentence. */
  summary: string;
  /** Lists of the jobs in the sentence, by their names. */
  lists?: Readonly<Record<string, JobList>>;
  /** Without `.csv`. */
  fileName: string;
  /** Without rows, there is the sentence only. */
  table: FigureTable;
  /** The plot. */
  children: ReactNode;
};

/**
 * A figure: its plot, and behind it the same as a table and as CSV. The plot is one image to a screen reader, described by the summary;
 * with the keyboard, its values are read in the table.
 */
export function FigureSection({ title, about, summary, lists = {}, fileName, table, children }: Props) {
  const { run: save } = useAction(
    async () => {
      const { saveCsv } = await import('./csv.ts');
      const rows = table.rows.map(({ cells }) => cells);
      saveCsv(`${fileName}.csv`, table.csvColumns, rows);
    },
    (error) => toastFailure(`download ${fileName}.csv`, error, () => void save()),
  );

  return (
    <Section title={title} note={about} tight>
      <p>{summary}</p>
      {Object.keys(lists).length > 0 && (
        <p className={styles.lists}>
          {Object.entries(lists).map(([name, list]) => (
            <JobListLink key={name} list={list}>
              {name}
            </JobListLink>
          ))}
        </p>
      )}
      {table.rows.length > 0 && (
        <>
          <div role="img" aria-label={`${title}. ${summary}`}>
            <div aria-hidden>{children}</div>
          </div>
          <div className={styles.behind}>
            <details>
              <summary>Show as table</summary>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard. */}
              <section className={styles.scrolling} aria-label={`${title}, table`} tabIndex={0}>
                <Table title={title} table={table} />
              </section>
            </details>
            <Button onClick={() => void save()}>
              <Icon of={Download} />
              Download CSV<span className="visually-hidden"> of {title}</span>
            </Button>
          </div>
        </>
      )}
    </Section>
  );
}

function Table({ title, table }: { title: string; table: FigureTable }) {
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{title}</caption>
      <thead>
        <tr>
          {table.columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map(({ key, words: [name, ...words], lists }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {words.map((word, index) => {
              const column = table.columns[index + 1] ?? '';
              const list = lists?.[column];
              return (
                <td key={column}>
                  {list && word !== '0' ? (
                    <JobListLink list={list} label={`${name}, ${column.toLowerCase()}: ${word}`}>
                      {word}
                    </JobListLink>
                  ) : (
                    word
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type JobListLinkProps = { list: JobList; label?: string; children: ReactNode };

function JobListLink({ list, label, children }: JobListLinkProps) {
  return (
    <Link to="/jobs/listing/$category" params={{ category: 'all' }} search={list} aria-label={label}>
      {children}
    </Link>
  );
}

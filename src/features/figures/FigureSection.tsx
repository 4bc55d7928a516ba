import { Download } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import type { Cell } from './csv.ts';
import styles from './Figures.module.css';
import { useWidth } from './useWidth.ts';

/** What a figure shows, as rows: words for the table on the page, and the same as numbers for the CSV. */
export type FigureTable = {
  columns: readonly string[];
  csvColumns: readonly string[];
  /** The first cell of a row names it. */
  rows: readonly { key: string; words: readonly (string | number)[]; cells: readonly Cell[] }[];
};

type Props = {
  title: string;
  /** What is measured, and in which unit. */
  about: string;
  /** The figure in a sentence. */
  summary: string;
  /** Without `.csv`. */
  fileName: string;
  table: FigureTable;
  /** Draws the plot in a width in pixels: SVG of this height, or HTML where there is none. */
  plot: (width: number) => ReactNode;
  height?: number;
};

/**
 * A figure: its plot, and behind it the same as a table and as CSV. The plot is one image to a screen reader, described by the summary;
 * with the keyboard, its values are read in the table.
 */
export function FigureSection({ title, about, summary, fileName, table, height, plot }: Props) {
  const id = useId();
  const [box, width] = useWidth<HTMLDivElement>();

  async function save() {
    try {
      const { saveCsv } = await import('./csv.ts');
      saveCsv(
        `${fileName}.csv`,
        table.csvColumns,
        table.rows.map(({ cells }) => cells),
      );
    } catch (error) {
      toast(`Couldn’t download ${fileName}.csv. ${error instanceof Error ? error.message : ''}`, {
        tone: 'bad',
        action: { label: 'Try again', run: () => void save() },
      });
    }
  }

  return (
    <section className="sheet stack" data-tight="" aria-labelledby={id}>
      <h2 id={id} className="section-title">
        {title}
      </h2>
      <p className="soft small">{about}</p>
      <p>{summary}</p>
      {table.rows.length > 0 && (
        <>
          <div ref={box} role="img" aria-label={`${title}. ${summary}`}>
            <div aria-hidden>
              {height === undefined ? (
                plot(width)
              ) : (
                <svg className={styles.plot} width={width} height={height} aria-hidden>
                  {width > 0 && plot(width)}
                </svg>
              )}
            </div>
          </div>
          <div className={styles.behind}>
            <details>
              <summary>Show as table</summary>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard. */}
              <section className={styles.scrolling} aria-label={`${title}, table`} tabIndex={0}>
                <table className={styles.table}>
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
                    {table.rows.map(({ key, words }) => (
                      <tr key={key}>
                        <th scope="row">{words[0]}</th>
                        {words.slice(1).map((word, index) => (
                          // biome-ignore lint/suspicious/noArrayIndexKey: a cell is known by its column.
                          <td key={index}>{word}</td>
                        ))}
                      </tr>
                    ))}
                  </tbody>
                </table>
              </section>
            </details>
            <Button onClick={() => void save()}>
              <Download aria-hidden />
              Download CSV<span className="visually-hidden"> of {title}</span>
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

import type { CSSProperties } from 'react';
import styles from './Figures.module.css';

/** The look of a bar: its form says which it is, not its colour alone. */
type Bar = { look: 'filled' | 'outlined' | 'striped'; label: string };

type BarRow = {
  key: string;
  name: string;
  /** A length for each bar; null for none. */
  values: readonly (number | null)[];
  /** Written above the bars. */
  text: string;
};

type Props = {
  bars: readonly Bar[];
  rows: readonly BarRow[];
  /** The value of a bar of full width; by default that of the longest. */
  most?: number;
};

/** Bars of groups, each below its name and its values, so that all have the whole width. */
export function BarPlot({ bars, rows, most }: Props) {
  const full = most ?? Math.max(1, ...rows.flatMap(({ values }) => values.map((value) => value ?? 0)));
  return (
    <>
      {bars.length > 1 && (
        <p className={styles.legend}>
          {bars.map(({ look, label }) => (
            <span key={look}>
              <span className={styles.bar} data-look={look} />
              {label}
            </span>
          ))}
        </p>
      )}
      <div className={styles.rows}>
        {rows.map(({ key, name, values, text }) => (
          <div key={key}>
            <p>
              {name} <span className="soft">{text}</span>
            </p>
            {bars.map(({ look }, place) => (
              <div
                key={look}
                className={styles.bar}
                data-look={look}
                style={{ inlineSize: `${((values[place] ?? 0) / full) * 100}%` } satisfies CSSProperties}
                hidden={!values[place]}
              />
            ))}
          </div>
        ))}
      </div>
    </>
  );
}

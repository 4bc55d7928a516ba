import { scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import styles from './Figures.module.css';

type BarRow = {
  key: string;
  name: string;
  /** Lengths of its bars: the first one thick, the second one thin below it. */
  values: readonly (number | null)[];
  /** Written above the bars. */
  text: string;
};

const bars = [
  { look: 'first', top: 0, height: 14 },
  { look: 'second', top: 17, height: 8 },
] as const;

/** Bars of groups, each below its name and its values, so that both have the whole width, and lines that break where text is large. */
export function BarPlot({ rows }: { rows: readonly BarRow[] }) {
  const most = Math.max(1, ...rows.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const percent = scaleLinear({ domain: [0, most], range: [0, 100] });
  return rows.map(({ key, name, values, text }) => (
    <div key={key} className={styles.group}>
      <div className={styles.name}>{name}</div>
      <div className={styles.value}>{text}</div>
      <svg className={styles.bars} aria-hidden>
        {bars.map(({ look, top, height }, place) => {
          const value = values[place];
          return value === null || value === undefined ? null : (
            <Bar
              key={look}
              className={`${styles.bar}`}
              data-look={look}
              y={top}
              width={`${Math.max(0.5, percent(value))}%`}
              height={height}
            />
          );
        })}
      </svg>
    </div>
  ));
}

import { scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import styles from './Figures.module.css';

type BarRow = {
  key: string;
  name: string;
  /** Lengths of its bars: the first one thick, the second one thin below it. */
  values: readonly (number | null)[];
  /** Written beside the bars. */
  text: string;
};

type Props = { width: number; rows: readonly BarRow[] };

const rowHeight = 74;
const bars = [
  { look: 'first', top: 38, height: 14 },
  { look: 'second', top: 54, height: 8 },
] as const;

export function heightOfBars(rows: readonly unknown[]): number {
  return rows.length * rowHeight;
}

/** Bars of groups, each below its name and its values, so that both have the whole width. */
export function BarPlot({ width, rows }: Props) {
  const most = Math.max(1, ...rows.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const x = scaleLinear({ domain: [0, most], range: [0, width] });
  return rows.map(({ key, name, values, text }, index) => (
    <g key={key} transform={`translate(0 ${index * rowHeight})`}>
      <text className={styles.name} y={15}>
        {name}
        <tspan className={styles.value} x={0} dy={17}>
          {text}
        </tspan>
      </text>
      {bars.map(({ look, top, height }, place) => {
        const value = values[place];
        return value === null || value === undefined ? null : (
          <Bar
            key={look}
            className={`${styles.bar}`}
            data-look={look}
            y={top}
            width={Math.max(1, x(value))}
            height={height}
          />
        );
      })}
    </g>
  ));
}

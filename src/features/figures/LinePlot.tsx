import { AxisBottom, AxisLeft } from '@visx/axis';
import { GridRows } from '@visx/grid';
import { scaleLinear, scalePoint } from '@visx/scale';
import { LinePath } from '@visx/shape';
import styles from './Figures.module.css';

type Series = {
  /** Written beside its last point. */
  label: string;
  /** Also by a form of its own, so that colour is not the only sign. */
  look: 'first' | 'second';
  /** One value for each place; null where there is none. */
  values: readonly (number | null)[];
};

type Props = {
  width: number;
  height: number;
  /** Names of the places, in order. */
  places: readonly string[];
  series: readonly Series[];
  /** Places whose values are of few jobs: their points are hollow. */
  few?: readonly boolean[];
  /** Of a value: "3 days". */
  valueText: (value: number) => string;
};

const margin = { top: 12, right: 76, bottom: 28, left: 40 };
const tickRoom = 62;
const lineHeight = 16;

/** Moves labels apart that would overlap, without changing their order. */
function apart(labels: { label: string; look: Series['look']; y: number }[]) {
  const sorted = labels.toSorted((a, b) => a.y - b.y);
  for (const [index, label] of sorted.entries()) {
    const above = sorted[index - 1];
    if (above && label.y - above.y < lineHeight) label.y = above.y + lineHeight;
  }
  return sorted;
}

/** Lines over weeks. */
export function LinePlot({ width, height, places, series, few, valueText }: Props) {
  const inner = { width: width - margin.left - margin.right, height: height - margin.top - margin.bottom };
  const most = Math.max(1, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const x = scalePoint({ domain: [...places], range: [0, inner.width], padding: 0.5 });
  const y = scaleLinear({ domain: [0, most], range: [inner.height, 0], nice: true });
  const each = Math.max(1, Math.ceil((places.length * tickRoom) / Math.max(inner.width, 1)));
  const ticks = places.filter((_, index) => (places.length - 1 - index) % each === 0);
  const lines = series.map((line) => ({
    ...line,
    points: line.values.flatMap((value, index) => {
      const place = places[index];
      return value === null || place === undefined
        ? []
        : [{ place, value, x: x(place) ?? 0, y: y(value), isFew: few?.[index] ?? false }];
    }),
  }));
  const ends = lines.flatMap(({ label, look, points }) => {
    const last = points.at(-1);
    return last ? [{ label, look, y: last.y }] : [];
  });
  return (
    <g transform={`translate(${margin.left} ${margin.top})`}>
      <GridRows scale={y} width={inner.width} numTicks={4} className={`${styles.grid}`} />
      <AxisLeft
        scale={y}
        numTicks={4}
        hideAxisLine
        hideTicks
        tickClassName={`${styles.tick}`}
        tickFormat={(value) => Number(value).toLocaleString('en-US')}
      />
      <AxisBottom
        scale={x}
        top={inner.height}
        tickValues={ticks}
        axisLineClassName={`${styles.axis}`}
        hideTicks
        tickClassName={`${styles.tick}`}
      />
      {lines.map(({ label, look, points }) => (
        <g key={label} data-look={look} className={styles.series}>
          <LinePath
            data={points}
            x={(point) => point.x}
            y={(point) => point.y}
            className={`${styles.line}`}
          />
          {points.map((point) => (
            <g key={point.place} className={styles.point} data-few={point.isFew || undefined}>
              <title>{`${label}, ${point.place}: ${valueText(point.value)}`}</title>
              {look === 'first' ? (
                <circle cx={point.x} cy={point.y} r={4} />
              ) : (
                <rect x={point.x - 3.5} y={point.y - 3.5} width={7} height={7} />
              )}
            </g>
          ))}
        </g>
      ))}
      {apart(ends).map(({ label, look, y: at }) => (
        <text key={label} data-look={look} className={styles.label} x={inner.width + 4} y={at + 4}>
          {label}
        </text>
      ))}
    </g>
  );
}

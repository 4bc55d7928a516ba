import { AxisBottom, AxisLeft } from '@visx/axis';
import { GridRows } from '@visx/grid';
import { scaleLinear, scalePoint } from '@visx/scale';
import { LinePath } from '@visx/shape';
import styles from './Figures.module.css';
import { useWidth } from './useWidth.ts';

type Series = {
  label: string;
  /** Also by a form of its own, so that colour is not the only sign. */
  look: 'first' | 'second';
  /** One value for each place; null where there is none. */
  values: readonly (number | null)[];
};

type Props = {
  /** Names of the places, in order. */
  places: readonly string[];
  /** What they are, below the axis. */
  placeLabel: string;
  series: readonly Series[];
  /** Above the axis of the values. */
  unit: string;
  /** The end of that axis; by default, the largest value fits. */
  most?: number;
  /** Places whose values are of few jobs: their points are hollow. */
  few?: readonly boolean[];
  /** Of a value: "3 days". */
  valueText: (value: number) => string;
};

/** Sizes in pixels, with text of the usual size. */
const plotHeight = 270;
const margin = { top: 32, right: 28, bottom: 44, left: 44 };
const tickRoom = 66;
const lineHeight = 16;
const pointRadius = 4;

function Point({ look, x, y, radius }: { look: Series['look']; x: number; y: number; radius: number }) {
  return look === 'first' ? (
    <circle cx={x} cy={y} r={radius} />
  ) : (
    <rect x={x - radius} y={y - radius} width={2 * radius} height={2 * radius} />
  );
}

/** Lines over weeks, as wide as there is room. */
export function LinePlot(props: Props) {
  const [box, { width, scale }] = useWidth<HTMLDivElement>();
  const height = plotHeight * scale;
  return (
    <div ref={box}>
      {props.series.length > 1 && (
        <p className={styles.legend}>
          {props.series.map(({ label, look }) => (
            <span key={look}>
              <svg aria-hidden width={28} height={10} data-look={look} className={styles.series}>
                <path d="M0 5H28" className={styles.line} />
                <g className={styles.point}>
                  <Point look={look} x={14} y={5} radius={pointRadius} />
                </g>
              </svg>
              {label}
            </span>
          ))}
        </p>
      )}
      <svg aria-hidden className={styles.plot} width={width} height={height}>
        {width > 0 && <Lines {...props} width={width} height={height} scale={scale} />}
      </svg>
    </div>
  );
}

type LinesProps = Props & { width: number; height: number; scale: number };

function Lines(props: LinesProps) {
  const { width, height, scale, places, placeLabel, series, unit, few, valueText } = props;
  const left = margin.left * scale;
  const top = margin.top * scale;
  const inner = {
    width: Math.max(0, width - left - margin.right * scale),
    height: height - top - margin.bottom * scale,
  };
  const most =
    props.most ?? Math.max(1, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const x = scalePoint({ domain: [...places], range: [0, inner.width], padding: 0.5 });
  const y = scaleLinear({ domain: [0, most], range: [inner.height, 0], nice: true });
  // Only whole numbers, where there are few jobs.
  const steps = Math.min(4, y.domain()[1] ?? 4);
  const each = Math.max(1, Math.ceil((places.length * tickRoom * scale) / Math.max(inner.width, 1)));
  const ticks = places.filter((_, index) => (places.length - 1 - index) % each === 0);
  // Points that lie close together are small, so that the line is seen.
  const radius = Math.min(pointRadius, Math.max(1.5, inner.width / places.length / 3));
  const lines = series.map((line) => ({
    ...line,
    points: line.values.flatMap((value, index) => {
      const place = places[index];
      return value === null || place === undefined
        ? []
        : [{ place, value, x: x(place) ?? 0, y: y(value), isFew: few?.[index] ?? false }];
    }),
  }));
  return (
    <g transform={`translate(${left} ${top})`}>
      <text className={styles.unit} x={-left} y={-top + lineHeight * scale}>
        {unit}
      </text>
      <GridRows scale={y} width={inner.width} numTicks={steps} className={`${styles.grid}`} />
      <AxisLeft
        scale={y}
        numTicks={steps}
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
      <text className={styles.unit} textAnchor="middle" x={inner.width / 2} y={height - top - 4 * scale}>
        {placeLabel}
      </text>
      {lines.map(({ label, look, points }) => (
        <g key={look} data-look={look} className={styles.series}>
          <LinePath
            data={points}
            x={(point) => point.x}
            y={(point) => point.y}
            className={`${styles.line}`}
          />
          {points.map((point) => (
            <g key={point.place} className={styles.point} data-few={point.isFew || undefined}>
              <title>{`${label}, ${point.place}: ${valueText(point.value)}`}</title>
              <Point look={look} x={point.x} y={point.y} radius={radius} />
            </g>
          ))}
        </g>
      ))}
    </g>
  );
}

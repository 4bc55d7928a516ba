import type { Figures } from '../../contract/jobs/figures.ts';
import type { FigureGroup } from '../../contract/jobs/figuresRequest.ts';
import { counted } from '../../format/counted.ts';
import { dayOfDate } from '../../format/date.ts';
import { BarPlot } from './BarPlot.tsx';
import { durationText, inUnit, unitFor } from './durationText.ts';
import { FigureSection } from './FigureSection.tsx';
import { durationSummary } from './figureSummaries.ts';
import { durationTable, fewJobs, fewText, type Measure, mostBars, nameOf, restText } from './figureTables.ts';
import { LinePlot } from './LinePlot.tsx';

const titles: Record<Measure, string> = { turnaround: 'Turnaround', firstAnswer: 'First answer' };
const abouts: Record<Measure, string> = {
  turnaround: 'Time from submission to completion, without time on hold.',
  firstAnswer: 'Time from a client’s submission or first message to the first message from EV.',
};
const fileNames: Record<Measure, string> = { turnaround: 'turnaround', firstAnswer: 'first-answer' };

type Props = { figures: Figures; by: FigureGroup; period: string; measure: Measure };

/** The median and the 90th percentile of a measure: lines over weeks, bars for other groups. */
export function DurationFigure({ figures, by, period, measure }: Props) {
  const { groups, otherGroups } = figures;
  const total = figures[measure];
  const measured = groups.filter((group) => group[measure]);
  const unit = unitFor(Math.max(0, ...measured.map((group) => group[measure]?.p90 ?? 0)));
  const isByWeek = by === 'week';
  const more = isByWeek ? fewText : restText(by, measured.length, otherGroups);
  const table = durationTable(by, groups, measure);
  return (
    <FigureSection
      title={titles[measure]}
      about={total && more ? `${abouts[measure]} ${more}` : abouts[measure]}
      summary={durationSummary(total, measure, period)}
      fileName={`${fileNames[measure]}-by-${by}`}
      table={total ? table : { ...table, rows: [] }}
    >
      {isByWeek ? (
        <LinePlot
          places={groups.map(({ key }) => dayOfDate(key))}
          placeLabel="Week of"
          unit={`${unit.charAt(0).toUpperCase()}${unit.slice(1)}`}
          few={groups.map((group) => (group[measure]?.count ?? 0) < fewJobs)}
          series={(['median', 'p90'] as const).map((part) => ({
            label: part === 'median' ? 'Median' : '90th percentile',
            look: part === 'median' ? 'first' : 'second',
            values: groups.map((group) => {
              const durations = group[measure];
              return durations && inUnit(durations[part], unit);
            }),
          }))}
          valueText={(value) => `${value} ${unit}`}
        />
      ) : (
        <BarPlot
          bars={[
            { look: 'filled', label: 'Median' },
            { look: 'outlined', label: '90th percentile' },
          ]}
          rows={measured.slice(0, mostBars).map((group) => {
            const { count = 0, median = 0, p90 = 0 } = group[measure] ?? {};
            return {
              key: group.key,
              name: nameOf(by, group),
              values: [median, p90],
              text: `${durationText(median)}, ${durationText(p90)} · ${counted(count, 'job')}`,
            };
          })}
        />
      )}
    </FigureSection>
  );
}

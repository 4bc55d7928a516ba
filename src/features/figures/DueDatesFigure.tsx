import type { Figures } from '../../contract/jobs/figures.ts';
import type { FigureGroup } from '../../contract/jobs/figuresRequest.ts';
import { dayOfDate } from '../../format/date.ts';
import { BarPlot } from './BarPlot.tsx';
import { FigureSection } from './FigureSection.tsx';
import { dueDatesSummary } from './figureSummaries.ts';
import { dueDatesTable, fewJobs, fewText, mostBars, nameOf, percentOf, restText } from './figureTables.ts';
import { LinePlot } from './LinePlot.tsx';

type Props = { figures: Figures; by: FigureGroup; period: string };

/** The share of completed jobs that met their due date. Nothing while due dates are off. */
export function DueDatesFigure({ figures, by, period }: Props) {
  const { groups, otherGroups, dueDates } = figures;
  if (dueDates === undefined) return null;
  const dated = groups.flatMap(({ dueDates, ...group }) => (dueDates ? { ...group, dueDates } : []));
  const isByWeek = by === 'week';
  const more = isByWeek ? fewText : restText(by, dated.length, otherGroups);
  const about = 'Completed jobs that were done by their due date. Time on hold doesn’t count.';
  const table = dueDatesTable(by, groups);
  return (
    <FigureSection
      title="Due dates met"
      about={dueDates && more ? `${about} ${more}` : about}
      summary={dueDatesSummary(dueDates, period)}
      fileName={`due-dates-met-by-${by}`}
      table={dueDates ? table : { ...table, rows: [] }}
    >
      {isByWeek ? (
        <LinePlot
          places={groups.map(({ key }) => dayOfDate(key))}
          placeLabel="Week of"
          unit="% of jobs"
          most={100}
          few={groups.map(({ dueDates }) => (dueDates?.count ?? 0) < fewJobs)}
          series={[
            {
              label: 'Met',
              look: 'first',
              values: groups.map(({ dueDates }) => (dueDates ? percentOf(dueDates) : null)),
            },
          ]}
          valueText={(value) => `${value}%`}
        />
      ) : (
        <BarPlot
          bars={[{ look: 'filled', label: 'Met' }]}
          most={100}
          rows={dated.slice(0, mostBars).map((group) => ({
            key: group.key,
            name: nameOf(by, group),
            values: [percentOf(group.dueDates)],
            text: `${percentOf(group.dueDates)}% · ${group.dueDates.met} of ${group.dueDates.count}`,
          }))}
        />
      )}
    </FigureSection>
  );
}

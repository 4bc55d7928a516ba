import type { Figures } from '../../contract/jobs/figures.ts';
import { counted } from '../../format/counted.ts';
import { dayOfDate } from '../../format/date.ts';
import { waitedTime } from '../../format/waitedTime.ts';
import { BarPlot } from './BarPlot.tsx';
import { FigureSection } from './FigureSection.tsx';
import { loadSummary, openSummary, sumOf } from './figureSummaries.ts';
import { assigneeName, listsOf, loadTable, mostBars, openTable } from './figureTables.ts';
import { LinePlot } from './LinePlot.tsx';

/** The open jobs, and those of them that were overdue, at the end of each week. */
export function OpenFigure({ groups }: Figures) {
  const hasDue = groups.some(({ overdue }) => overdue !== undefined);
  const about = 'Jobs in progress or on hold at the end of each week.';
  return (
    <FigureSection
      title="Work in progress"
      about={
        hasDue
          ? `${about} Overdue: those in progress whose due date had passed, by the date they have now.`
          : about
      }
      summary={openSummary(groups)}
      fileName="open-jobs-by-week"
      table={groups.some(({ open = 0 }) => open > 0) ? openTable(groups) : { ...openTable(groups), rows: [] }}
    >
      <LinePlot
        places={groups.map(({ key }) => dayOfDate(key))}
        placeLabel="Week of"
        unit="Jobs"
        series={[
          { label: 'Open', look: 'first', values: groups.map(({ open = 0 }) => open) },
          ...(hasDue
            ? [
                {
                  label: 'Overdue',
                  look: 'second' as const,
                  values: groups.map(({ overdue = 0 }) => overdue),
                },
              ]
            : []),
        ]}
        valueText={(value) => counted(value, 'job')}
      />
    </FigureSection>
  );
}

const viewed = {
  open: (count: number) => counted(count, 'open job'),
  onHold: (count: number) => `${counted(count, 'job')} on hold`,
  overdue: (count: number) => counted(count, 'overdue job'),
} as const;

/** The open jobs of each assignee as of now, with links to their lists. */
export function LoadFigure({ load, asOf }: Figures) {
  const hasDue = load.some(({ overdue }) => overdue !== undefined);
  const lists = (['open', 'onHold', 'overdue'] as const).flatMap((what) => {
    const count = sumOf(load, what);
    return count > 0 ? [[`View ${viewed[what](count)}`, listsOf()[what]] as const] : [];
  });
  const rest = load.length > mostBars ? ` The ${mostBars} with the most are shown; the table has all.` : '';
  return (
    <FigureSection
      title="Open jobs by assignee"
      about={`As of now.${rest}`}
      summary={loadSummary(load)}
      lists={Object.fromEntries(lists)}
      fileName="open-jobs-by-assignee"
      table={loadTable(load)}
    >
      <BarPlot
        bars={[
          { look: 'filled', label: 'Open' },
          { look: 'outlined', label: 'On hold' },
          ...(hasDue ? [{ look: 'striped' as const, label: 'Overdue' }] : []),
        ]}
        rows={load.slice(0, mostBars).map((one) => ({
          key: one.assignedTo,
          name: assigneeName(one),
          values: [one.open, one.onHold, one.overdue ?? 0],
          text: `${[
            `${one.open} open`,
            `${one.onHold} on hold`,
            ...(one.overdue === undefined ? [] : [`${one.overdue} overdue`]),
          ].join(', ')} · oldest: ${waitedTime(one.oldest, asOf)}`,
        }))}
      />
    </FigureSection>
  );
}

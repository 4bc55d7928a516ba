import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { figuresQuery } from '../../api/figures.ts';
import type { Figures } from '../../contract/figures.ts';
import { type FigureGroup, figureGroups } from '../../contract/figuresRequest.ts';
import { counted } from '../../format/counted.ts';
import { dayOfDate } from '../../format/date.ts';
import { waitedTime } from '../../format/waitedTime.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { TryAgain } from '../../ui/feedback/TryAgain.tsx';
import { Select } from '../../ui/form/Select.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { Time } from '../../ui/Time.tsx';
import { BarPlot } from './BarPlot.tsx';
import { durationText, inUnit, unitFor } from './durationText.ts';
import { FigureSection } from './FigureSection.tsx';
import { chosenFigures, type FiguresSearch, periods } from './figuresSearch.ts';
import {
  assigneeName,
  durationSummary,
  durationTable,
  loadSummary,
  loadTable,
  type Measure,
  nameOf,
  openSummary,
  openTable,
} from './figureTables.ts';
import { LinePlot } from './LinePlot.tsx';

const plotHeight = 240;
/** Medians of fewer jobs say little: their points are hollow. */
const fewJobs = 5;

const titles: Record<Measure, string> = { turnaround: 'Turnaround', firstAnswer: 'First answer' };
const abouts: Record<Measure, string> = {
  turnaround: 'Time from submission to completion, without time on hold.',
  firstAnswer: 'Time from a client’s submission or first message to the first message from EV.',
};
const fileNames: Record<Measure, string> = { turnaround: 'turnaround', firstAnswer: 'first-answer' };

type DurationProps = { figures: Figures; by: FigureGroup; period: string; measure: Measure };

/** The median and the 90th percentile of a measure: lines over weeks, bars for other groups. */
function DurationFigure({ figures, by, period, measure }: DurationProps) {
  const { groups, otherGroups } = figures;
  const total = figures[measure];
  const shown = groups.filter((group) => group[measure]);
  const unit = unitFor(Math.max(0, ...shown.map((group) => group[measure]?.p90 ?? 0)));
  const isByWeek = by === 'week';
  const look = isByWeek
    ? `In ${unit}, by week. Hollow points: fewer than ${fewJobs} jobs.`
    : 'Filled bar: median. Outlined bar: 90th percentile.';
  const others =
    otherGroups > 0
      ? ` ${counted(otherGroups, `other ${by} has`, `other ${by}s have`)} fewer jobs and ${otherGroups === 1 ? 'isn’t' : 'aren’t'} shown.`
      : '';
  const table = durationTable(by, groups, measure);
  return (
    <FigureSection
      title={titles[measure]}
      about={total ? `${abouts[measure]} ${look}${others}` : abouts[measure]}
      summary={durationSummary(total, measure, period)}
      fileName={`${fileNames[measure]}-by-${by}`}
      table={total ? table : { ...table, rows: [] }}
      {...(isByWeek && { height: plotHeight })}
      plot={(width) =>
        isByWeek ? (
          <LinePlot
            width={width}
            height={plotHeight}
            places={groups.map(({ key }) => dayOfDate(key))}
            few={groups.map((group) => (group[measure]?.count ?? 0) < fewJobs)}
            series={(['median', 'p90'] as const).map((part) => ({
              label: part === 'median' ? 'Median' : '90th perc.',
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
            rows={shown.map((group) => {
              const { count = 0, median = 0, p90 = 0 } = group[measure] ?? {};
              return {
                key: group.key,
                name: nameOf(by, group),
                values: [median, p90],
                text: `${durationText(median)}, ${durationText(p90)} · ${counted(count, 'job')}`,
              };
            })}
          />
        )
      }
    />
  );
}

function OpenFigure({ groups }: Figures) {
  return (
    <FigureSection
      title="Work in progress"
      about="Jobs in progress or on hold at the end of each week."
      summary={openSummary({ groups })}
      fileName="open-jobs-by-week"
      table={openTable(groups)}
      height={plotHeight}
      plot={(width) => (
        <LinePlot
          width={width}
          height={plotHeight}
          places={groups.map(({ key }) => dayOfDate(key))}
          series={[{ label: 'Open', look: 'first', values: groups.map(({ open = 0 }) => open) }]}
          valueText={(value) => counted(value, 'job')}
        />
      )}
    />
  );
}

function LoadFigure({ load, asOf }: Figures) {
  return (
    <FigureSection
      title="Open jobs by assignee"
      about="As of now. Filled bar: open jobs. Outlined bar: those of them on hold."
      summary={loadSummary(load)}
      fileName="open-jobs-by-assignee"
      table={loadTable(load)}
      plot={() => (
        <BarPlot
          rows={load.map((one) => ({
            key: one.assignedTo,
            name: assigneeName(one),
            values: [one.open, one.onHold || null],
            text: `${one.open} open, ${one.onHold} on hold · oldest: ${waitedTime(one.oldest, asOf)}`,
          }))}
        />
      )}
    />
  );
}

/** How long jobs take and how many are open, for staff. */
export function FiguresPage() {
  const { weeks, by } = chosenFigures(useSearch({ strict: false }) as FiguresSearch);
  const navigate = useNavigate();
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const request = figuresQuery({ weeks: Number(weeks), by, timeZone });
  const query = useQuery(request);
  const { data: figures } = query;

  function show(search: FiguresSearch) {
    void navigate({
      to: '/figures',
      search: (before) => ({ ...before, ...search }),
      replace: true,
      resetScroll: false,
    });
  }
  return (
    <div className="page">
      <PageHeading
        title="How we do"
        of={[request.queryKey]}
        note={
          figures && (
            <>
              Calculated <Time seconds={figures.asOf} inSentence />.
            </>
          )
        }
      />
      <search className="fields">
        <Select
          label="Period"
          required
          value={weeks}
          options={periods}
          onChange={(period) => show({ weeks: Number(period) })}
        />
        <Select
          label="Group by"
          required
          value={by}
          options={figureGroups}
          onChange={(group) => show({ by: group })}
        />
      </search>
      {figures ? (
        <>
          {figures.incomplete && (
            <p role="status">Older jobs are still being counted. These figures will change.</p>
          )}
          <DurationFigure figures={figures} by={by} period={periods[weeks]} measure="turnaround" />
          <DurationFigure figures={figures} by={by} period={periods[weeks]} measure="firstAnswer" />
          {by === 'week' && <OpenFigure {...figures} />}
          <LoadFigure {...figures} />
        </>
      ) : figures === null ? (
        <EmptyState title="Figures aren’t available" text="This server doesn’t have them yet." />
      ) : query.isError ? (
        <TryAgain query={query} what="figures" />
      ) : (
        <div aria-busy="true" className="stack">
          <Skeleton height="24rem" />
          <Skeleton height="24rem" />
        </div>
      )}
    </div>
  );
}

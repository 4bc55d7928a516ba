import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { figuresQuery } from '../../api/figuresQuery.ts';
import { figureGroups } from '../../contract/jobs/figuresRequest.ts';
import { ownTimeZone } from '../../format/timeZones.ts';
import { NotLoaded } from '../../ui/feedback/TryAgain.tsx';
import { Select } from '../../ui/form/Select.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { Time } from '../../ui/text/Time.tsx';
import { DueDatesFigure } from './DueDatesFigure.tsx';
import { DurationFigure } from './DurationFigure.tsx';
import { chosenFigures, type FiguresSearch, periods } from './figuresSearch.ts';
import { LoadFigure, OpenFigure } from './WorkFigures.tsx';

/** How long jobs take and how many are open, for staff. */
export function FiguresPage() {
  const { weeks, by } = chosenFigures(useSearch({ strict: false }) as FiguresSearch);
  const navigate = useNavigate();
  const timeZone = ownTimeZone();
  const request = figuresQuery({ weeks: Number(weeks), by, timeZone });
  const query = useQuery(request);
  const { data: figures } = query;
  const asked = { by, period: periods[weeks] };

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
      <PageHeading title="Reports" of={[request.queryKey]} />
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
          <DurationFigure {...asked} figures={figures} measure="turnaround" />
          <DurationFigure {...asked} figures={figures} measure="firstAnswer" />
          <DueDatesFigure {...asked} figures={figures} />
          {by === 'week' && <OpenFigure {...figures} />}
          <LoadFigure {...figures} />
          {/* Below the figures: above them, it would move the page when they come. */}
          <p className="soft small">
            Calculated <Time seconds={figures.asOf} inSentence />
            <span>
              . Weeks begin on Monday in {figures.timeZone ? 'the firm’s' : 'your'} time zone (
              {figures.timeZone ?? timeZone}).
            </span>
          </p>
        </>
      ) : (
        <NotLoaded query={query} what="figures" heights={['24rem', '24rem']} />
      )}
    </div>
  );
}

import type { JobSort } from '../../../contract/job.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import cards from './JobCards.module.css';
import table from './JobTable.module.css';
import { JobTableHead } from './JobTableHead.tsx';

const places = Array.from({ length: 8 }, (_, place) => place);
const cells = Array.from({ length: 6 }, (_, cell) => cell);

type Props = { wide: boolean; staff: boolean; sort: JobSort };

const noSelection = { chosen: [], ids: new Set<string>(), pick: () => undefined, choose: () => undefined };

/** The listing while its first page is on its way, in its final layout. */
export function JobListSkeleton({ wide, staff, sort }: Props) {
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">
        Loading jobs
      </p>
      {wide ? (
        <table className={table.table} aria-hidden="true" inert>
          <JobTableHead
            sort={sort}
            onSort={() => undefined}
            jobs={[]}
            selection={staff ? noSelection : undefined}
          />
          <tbody>
            {places.map((place) => (
              <tr key={place}>
                {staff && <td />}
                <td>
                  <Skeleton />
                </td>
                <td>
                  <Skeleton lines={2} />
                </td>
                {cells.map((cell) => (
                  <td key={cell}>
                    <Skeleton />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <div className={cards.cards} aria-hidden="true">
          {places.map((place) => (
            <div key={place} className={cards.place}>
              <div className={cards.card}>
                <Skeleton height="1.5rem" width="6rem" />
                <Skeleton lines={3} />
                <Skeleton height="2.75rem" width="50%" />
              </div>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

import { Skeleton } from '../../ui/Skeleton.tsx';
import cards from './JobCards.module.css';
import table from './JobTable.module.css';
import { JobTableHead } from './JobTable.tsx';

const places = Array.from({ length: 8 }, (_, place) => place);
const cells = Array.from({ length: 6 }, (_, cell) => cell);

/** The listing while its first page is on its way, in its final layout. */
export function JobListSkeleton({ wide }: { wide: boolean }) {
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">
        Loading jobs
      </p>
      {wide ? (
        <table className={table.table} aria-hidden="true">
          <JobTableHead />
          <tbody>
            {places.map((place) => (
              <tr key={place}>
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

import type { InvitationResult } from '../../contract/user.ts';

function heading(invited: number, refused: number): string {
  const people = (count: number) => (count === 1 ? '1 person' : `${count} people`);
  if (refused === 0) return `${people(invited)} invited`;
  if (invited === 0) return `${people(refused)} not invited`;
  return `${people(invited)} invited, ${people(refused)} not`;
}

/** What became of each invitation of the last sending. */
export function InviteResults({ results }: { results: readonly InvitationResult[] }) {
  const invited = results.filter((result) => result.outcome === 'INVITED');
  return (
    <div role="status">
      {results.length > 0 && (
        <section className="sheet stack" data-tight="" aria-labelledby="results">
          <h2 id="results">{heading(invited.length, results.length - invited.length)}</h2>
          <ul>
            {results.map((result, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an address can stand in the list twice; the list never moves.
              <li key={at}>
                {result.email}: {result.outcome === 'INVITED' ? 'invited' : result.errorMessage}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

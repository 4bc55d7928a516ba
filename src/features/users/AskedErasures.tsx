import { Link } from '@tanstack/react-router';
import type { ErasureAsked } from '../../contract/people.ts';
import { Time } from '../../ui/Time.tsx';

/** Who asks to be erased, for administrators. */
export function AskedErasures({ people }: { people: readonly ErasureAsked[] }) {
  return (
    <section className="sheet stack" data-tight="" aria-labelledby="asked-erasures">
      <h2 id="asked-erasures" className="section-title">
        Asked to be erased
      </h2>
      <ul className="stack" data-tight="">
        {people.map(({ email, firstName, lastName, asked }) => (
          <li key={email} className="row">
            <Link to="/users/update/$userEmail" params={{ userEmail: email }}>
              {firstName} {lastName}
            </Link>
            <span className="small soft">
              asked <Time seconds={asked} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

import { nationalPhone } from '../../contract/phone.ts';
import type { Profile } from '../../contract/user.ts';
import { addressLines } from '../../format/address.ts';

/** A profile to read. */
export function PersonFacts({ person }: { person: Profile }) {
  const [street, place] = addressLines(person.address);
  return (
    <section className="sheet" aria-label="Profile">
      <dl className="facts">
        <div>
          <dt>Company</dt>
          <dd>{person.company}</dd>
        </div>
        <div>
          <dt>Email</dt>
          <dd>
            <a href={`mailto:${person.email}`}>{person.email}</a>
          </dd>
        </div>
        <div>
          <dt>Phone number</dt>
          <dd>
            <a href={`tel:${person.phoneNumber}`}>{nationalPhone(person.phoneNumber)}</a>
          </dd>
        </div>
        <div>
          <dt>Address</dt>
          <dd>
            {street}
            <br />
            {place}
          </dd>
        </div>
      </dl>
    </section>
  );
}

import { Link } from '@tanstack/react-router';
import { userTypes } from '../../contract/enums.ts';
import { nationalPhone } from '../../contract/phone.ts';
import type { Profile } from '../../contract/user.ts';
import { Badge, type BadgeTone } from '../../ui/Badge.tsx';
import { Time } from '../../ui/Time.tsx';
import { Decision } from './Decision.tsx';
import styles from './PersonRow.module.css';
import { mayDecide, type Standing, standingOf, standingWords } from './standing.ts';

const tones: Readonly<Record<Standing, BadgeTone>> = { approved: 'blue', refused: 'faded', pending: 'stamp' };

type Props = { person: Profile; reader: Profile };

export function PersonRow({ person, reader }: Props) {
  const standing = standingOf(person);
  const { email, firstName, lastName, company, phoneNumber, userType, createdTimestamp } = person;
  return (
    <li className={styles.person}>
      <div className={styles.who}>
        <Link to="/users/update/$userEmail" params={{ userEmail: email }} className={styles.name}>
          {firstName} {lastName}
        </Link>
        {email === reader.email && <span className="soft"> (you)</span>}
        <p className={styles.small}>{email}</p>
      </div>
      <div className={styles.company}>
        <p>{company}</p>
        <p className={styles.small}>{nationalPhone(phoneNumber)}</p>
      </div>
      <div className={styles.standing}>
        <Badge>{userTypes[userType]}</Badge>
        <Badge tone={tones[standing]}>{standingWords[standing]}</Badge>
        {standing === 'pending' && createdTimestamp > 0 && (
          <span className={styles.small}>
            registered <Time seconds={createdTimestamp} />
          </span>
        )}
      </div>
      <div className={styles.actions}>{mayDecide(reader, person) && <Decision person={person} />}</div>
    </li>
  );
}

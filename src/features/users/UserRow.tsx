import { Link } from '@tanstack/react-router';
import { userTypes } from '../../contract/enums.ts';
import { nationalPhone } from '../../contract/users/phone.ts';
import type { Profile } from '../../contract/users/user.ts';
import { Badge, type BadgeTone } from '../../ui/Badge.tsx';
import { Time } from '../../ui/text/Time.tsx';
import { type ApprovalState, approvalLabels, approvalStateOf, fullNameOf, mayDecide } from './approval.ts';
import { Decision } from './Decision.tsx';
import styles from './UserRow.module.css';

const tones: Readonly<Record<ApprovalState, BadgeTone>> = {
  approved: 'blue',
  refused: 'faded',
  pending: 'stamp',
};

/** A user of the listing, and the decision about them where the reader may make it. */
export function UserRow({ user, reader }: { user: Profile; reader: Profile }) {
  const state = approvalStateOf(user);
  const { email, company, phoneNumber, userType, createdTimestamp } = user;
  return (
    <li className={styles.person}>
      <div className={styles.who}>
        <p>
          <Link
            to="/users/update/$userEmail"
            params={{ userEmail: email }}
            className={styles.name}
            translate="no"
          >
            {fullNameOf(user)}
          </Link>
          {email === reader.email && <span className="soft"> (you)</span>}
        </p>
        <p className={styles.small} translate="no">
          {email}
        </p>
      </div>
      <div className={styles.company} translate="no">
        <p>{company}</p>
        <p className={styles.small}>{nationalPhone(phoneNumber)}</p>
      </div>
      <div className={styles.state}>
        <Badge>{userTypes[userType]}</Badge>
        <Badge tone={tones[state]}>{approvalLabels[state]}</Badge>
        {state === 'pending' && createdTimestamp > 0 && (
          <span className={styles.small}>
            Signed up <Time seconds={createdTimestamp} inSentence />
          </span>
        )}
      </div>
      <div className={styles.actions}>{mayDecide(reader, user) && <Decision user={user} />}</div>
    </li>
  );
}

import { isStaff } from '../../contract/enums.ts';
import type { InboxMessage } from '../../contract/message.ts';
import type { ApprovedProfile } from '../../contract/user.ts';

/**
 * Returns whose turn it is on a message's job, as its reader is told. EV's turn is the assignee's, and that of all staff while
 * nobody is assigned. Undefined where the backend does not say.
 */
export function whoseTurn(
  { turn, assignedTo, company }: Pick<InboxMessage, 'turn' | 'assignedTo' | 'company'>,
  reader: Pick<ApprovedProfile, 'email' | 'userType'>,
) {
  if (turn === null) return undefined;
  if (turn === 'NOBODY') return { words: 'Replied', isReaders: false };
  const staff = isStaff(reader.userType);
  if (turn === 'EV') {
    const own = staff && (assignedTo === '' || assignedTo.toLowerCase() === reader.email.toLowerCase());
    return own ? { words: 'Your turn', isReaders: true } : { words: 'EV’s turn', isReaders: false };
  }
  if (!staff) return { words: 'Your turn', isReaders: true };
  return { words: `${company || 'The client'}’s turn`, isReaders: false };
}

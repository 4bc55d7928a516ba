import { isStaff } from '../../contract/enums.ts';
import type { InboxMessage } from '../../contract/messages/message.ts';
import type { ApprovedProfile } from '../../contract/users/user.ts';

/**
 * Returns whose turn it is on a message's job, as its reader is told. EV's turn is the assignee's, and that of all staff while
 * nobody is assigned.
 */
export function whoseTurn(
  { turn, assignedTo, company }: Pick<InboxMessage, 'turn' | 'assignedTo' | 'company'>,
  reader: Pick<ApprovedProfile, 'email' | 'userType'>,
) {
  if (turn === 'NOBODY') return { text: 'Replied', isReaders: false };
  const staff = isStaff(reader.userType);
  if (turn === 'EV') {
    const own = staff && (assignedTo === '' || assignedTo.toLowerCase() === reader.email.toLowerCase());
    return own ? { text: 'Your turn', isReaders: true } : { text: 'EV’s turn', isReaders: false };
  }
  if (!staff) return { text: 'Your turn', isReaders: true };
  return { text: `${company || 'The client'}’s turn`, isReaders: false };
}

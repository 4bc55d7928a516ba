import { isStaff, type UserType } from '../../contract/enums.ts';
import type { InboxMessage } from '../../contract/message.ts';

type Reader = { email: string; userType: UserType };

export type Turn = { words: string; isReaders: boolean };

/**
 * Whose turn it is on a message's job, to its reader. Of staff it is whose job it is, and everybody's while it is nobody's.
 * Nothing where the backend does not say.
 */
export function whoseTurn(
  { turn, assignedTo, company }: Pick<InboxMessage, 'turn' | 'assignedTo' | 'company'>,
  reader: Reader,
): Turn | undefined {
  if (turn === null) return undefined;
  if (turn === 'NOBODY') return { words: 'Answered', isReaders: false };
  const staff = isStaff(reader.userType);
  if (turn === 'EV') {
    const own = staff && (assignedTo === '' || assignedTo.toLowerCase() === reader.email.toLowerCase());
    return own ? { words: 'Your turn', isReaders: true } : { words: "EV's turn", isReaders: false };
  }
  if (!staff) return { words: 'Your turn', isReaders: true };
  return { words: `${company || 'The client'}'s turn`, isReaders: false };
}

import { isStaff, type UserType } from '../contract/enums.ts';

/** Who spoke to whom: 'From <company> to EV' for a client's message, 'EV to <company>' for one of staff (§2). */
export function messageCaption(message: { fromUserType: UserType; company: string }): string {
  const company = message.company || 'client';
  return isStaff(message.fromUserType) ? `EV to ${company}` : `From ${company} to EV`;
}

import { isStaff, type UserType } from '../enums.ts';
import type { Message } from './message.ts';

export type Reader = { email: string; userType: UserType };

/** Whether a message comes from the reader's own side; all staff are one side. */
export function isOwnSide(message: Pick<Message, 'fromUserType'>, reader: Reader): boolean {
  return isStaff(message.fromUserType) === isStaff(reader.userType);
}

/** Staff may mark any message, a client only those addressed to them. */
export function mayMark(message: Pick<Message, 'toUserId'>, reader: Reader): boolean {
  return isStaff(reader.userType) || message.toUserId.toLowerCase() === reader.email.toLowerCase();
}

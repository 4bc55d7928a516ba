import { isStaff, type UserType } from '../contract/enums.ts';

type Caption = { fromUserType: UserType; company: string };

/** Returns the caption around the company's name, which may have another script and direction. */
export function captionParts({
  fromUserType,
  company,
}: Caption): [before: string, company: string, after: string] {
  return isStaff(fromUserType)
    ? ['EV to ', company || 'client', '']
    : ['From ', company || 'client', ' to EV'];
}

import { isStaff, type UserType } from '../contract/enums.ts';

type Said = { fromUserType: UserType; company: string };

/** The caption's words around the company's name, which may be of another script and direction than they. */
export function captionParts({
  fromUserType,
  company,
}: Said): [before: string, company: string, after: string] {
  return isStaff(fromUserType)
    ? ['EV to ', company || 'client', '']
    : ['From ', company || 'client', ' to EV'];
}

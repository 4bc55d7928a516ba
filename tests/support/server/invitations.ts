import { expect } from 'vitest';
import type { RequestOf } from '../../../src/contract/calls.ts';
import { type Person, testAddress, tokenOf } from './people.ts';
import type { TestServer } from './server.ts';

export type InvitedType = 'CLIENT' | 'EMPLOYEE' | 'ADMIN';

export function invitee(email: string, userType: InvitedType = 'CLIENT') {
  return { email, firstName: 'Gina', lastName: 'Guest', userType };
}

export function invite(server: TestServer, as: 'employee' | 'admin', ...inviteeList: object[]) {
  return server.call('inviteUsers', { as, body: { inviteeList } as RequestOf<'inviteUsers'> });
}

export function holderOf(server: TestServer, email: string) {
  return { token: tokenOf({ email, uid: `uid-${email}`, verified: true }, server.clock.nowMs) };
}

export function registrationOf(email: string): RequestOf<'register'> {
  return {
    userName: 'Gina G.',
    firstName: 'Gina',
    lastName: 'Guest',
    company: 'Guests',
    email,
    phoneNumber: '(415) 555-0132',
    userType: 'CLIENT',
    address: testAddress,
  };
}

export function register(server: TestServer, email: string) {
  return server.call('register', { as: holderOf(server, email), body: registrationOf(email) });
}

/** Sends what a person types at the sign-up, with the token of their account. */
export function signUp(
  server: TestServer,
  person: Person,
  more: Partial<RequestOf<'signUp'>> = {},
  headers: Record<string, string> = {},
) {
  return server.call('signUp', {
    as: { token: server.tokenOf(person) },
    body: { ...registrationOf(person.email), ...more },
    headers,
  });
}

/** The token in the newest email to a person; emails go out after the answer. */
export async function tokenInEmail(
  { emails, notify }: TestServer,
  email: string,
  count = 1,
): Promise<string> {
  await notify();
  const toThem = emails.filter(({ to }) => to === email);
  expect(toThem).toHaveLength(count);
  const [, token] = /\/auth\/signup\?invitation=([\w-]+)/.exec(toThem.at(-1)?.text ?? '') ?? [];
  expect(token).toMatch(/^[\w-]{43}$/);
  return token ?? '';
}

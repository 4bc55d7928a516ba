import type { FastifyInstance } from 'fastify';
import { maySeeProfile } from '../access.ts';
import { Refusal } from '../data/errors.ts';
import { listAudit } from '../data/users/audit.ts';
import { callerProfile } from '../data/users/callers.ts';
import { erasuresAsked } from '../data/users/erasures.ts';
import { findInvitation, findInvitationByToken } from '../data/users/invitations.ts';
import { listProfiles } from '../data/users/profilePage.ts';
import { listStaff } from '../data/users/users.ts';
import { route } from '../http/route.ts';
import { nowSeconds, type Services } from '../services.ts';
import { changeProfiles } from '../users/changeProfiles.ts';
import { endSessions } from '../users/endSessions.ts';
import { askErasure, erase, ownErasure } from '../users/erase.ts';
import { invite } from '../users/invite.ts';
import { register } from '../users/register.ts';

/** Throws `not-found` for rows that do not exist or are not visible to the caller. */
function found<T>(value: T | null): T {
  if (value === null) throw new Refusal('not-found');
  return value;
}

export function usersRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, 'register', register);
  route(app, services, 'inviteUsers', invite);
  route(app, services, 'updateProfiles', changeProfiles);
  route(app, services, 'endSessions', endSessions);
  route(app, services, 'employees', ({ db }) => listStaff(db));
  route(app, services, 'profiles', ({ db, body }) => listProfiles(db, body));

  route(app, services, 'audit', ({ db, body }) => listAudit(db, body));
  route(app, services, 'eraseUser', erase);
  route(app, services, 'askErasure', askErasure);
  route(app, services, 'ownErasure', ({ db, caller }) => ownErasure(db, caller.email));
  route(app, services, 'erasuresAsked', ({ db }) => erasuresAsked(db));

  route(app, services, 'profile', async ({ caller, db, params: { email } }) =>
    found(maySeeProfile(caller, email) ? await callerProfile(db, email) : null),
  );

  route(app, services, 'invitation', async ({ caller, db }) => {
    return (await findInvitation(db, caller.email, nowSeconds(services)))?.invitation ?? null;
  });

  route(app, services, 'invitationByToken', async ({ db, params: { token } }) => {
    return (await findInvitationByToken(db, token, nowSeconds(services)))?.invitation ?? null;
  });
}

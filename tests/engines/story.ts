import type { Office, OpenJob } from '../browser/support/outbox/office.ts';
import type { AppUser } from '../support/engines/appUser.ts';
import type { FaultProxy } from '../support/faultProxy.ts';

/** What a story has to work with; all of it its own, but for the server. */
export type Stage = {
  /** A client whose browser is open; nobody is signed in. */
  user: AppUser;
  /** A job of the client's, with one message of staff. */
  job: OpenJob;
  office: Office;
  /** Between the browser and the server. */
  proxy: FaultProxy;
  /** Tells this run from the others, for names that have to be unique. */
  tag: string;
};

export type Story = (stage: Stage) => Promise<void>;

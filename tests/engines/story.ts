import type { Office, OpenJob } from '../browser/support/outbox/office.ts';
import type { AppUser } from '../support/engines/appUser.ts';
import type { FaultProxy } from '../support/network/faultProxy.ts';

/** The environment of a story; all of it its own but the server. */
export type Stage = {
  /** A client whose browser is open and signed out. */
  user: AppUser;
  /** A job of the client's, with one message of staff. */
  job: OpenJob;
  office: Office;
  /** The proxy between the browser and the server. */
  proxy: FaultProxy;
  /** Identifies this run, for unique names. */
  tag: string;
};

export type Story = (stage: Stage) => Promise<void>;

import { type Client, createClient } from './createClient.ts';

export { ApiError } from './ApiError.ts';
export type { Transfer } from './requestBody.ts';

/**
 * The client of this page or worker; the first one has no signed-in user. A variable of the module, because some sixty functions make
 * calls: they and their callers would have to take it as a parameter.
 */
let client = createClient({ token: async () => null });

/** Sets the client of this page or worker, once at its start. */
export function setClient(made: Client): void {
  client = made;
}

/** See `Client`. */
export const call: Client['call'] = (name, options) => client.call(name, options);
/** See `Client`. */
export const request: Client['request'] = (sent) => client.request(sent);

/** See `Client`. */
export const isWriting: Client['isWriting'] = () => client.isWriting();

import { apiBase } from '../src/api/base.ts';

/** Tells the service something that can be done without; a failure is nobody's business. */
export async function tellService(path: string, body: object, idToken?: string): Promise<void> {
  await fetch(apiBase() + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(idToken ? { authorization: `Bearer ${idToken}` } : {}),
    },
    body: JSON.stringify(body),
    keepalive: true,
    credentials: 'omit',
  }).catch(() => undefined);
}

import { type CallName, calls } from '../contract/calls.ts';
import { keptSinceHeader } from './copies.ts';

/**
 * Answers that the service worker keeps for when the line is bad: one cache for each person, so that nobody is ever shown
 * another's, and a key that no request of the app has. Shared by the worker, which keeps them, and the page.
 */

/** The reads whose answers are kept; nothing else is. */
const keptCalls = [
  'jobs',
  'searchJobs',
  'allMessages',
  'profiles',
  'employees',
  'job',
  'conversation',
  'profile',
  'userStats',
  'stats',
] as const satisfies readonly CallName[];

const patterns = keptCalls.map((name) => {
  const { method, path } = calls[name];
  return { method, path: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`) };
});

/** @param path below the base, without a query */
export function isKeptRead(method: string, path: string): boolean {
  return patterns.some((kept) => kept.method === method && kept.path.test(path));
}

/** How long a read waits for the network before a copy will do. */
export const keptWaitMs = 3000;

async function hashOf(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * The address a copy lies under. No host has this name, and no request goes there.
 *
 * @param path below the base
 * @param body as it is sent; empty for a GET
 */
export async function keptKey(uid: string, path: string, body = ''): Promise<string> {
  const suffix = body === '' ? '' : `?body=${await hashOf(body)}`;
  return `https://kept.invalid/${encodeURIComponent(uid)}${path}${suffix}`;
}

/** An answer as it is kept. @param since when it was asked for, milliseconds since 1970 */
export function keptAnswer(text: string, since: number): Response {
  return new Response(text, {
    headers: { 'content-type': 'application/json', [keptSinceHeader]: String(since) },
  });
}

/** Where a cache says of each copy how large it is and when it was used last. */
export const usesPrefix = 'https://kept.invalid/used/';

/** The keys of everything that is kept in one of these caches. Makes no cache: opening one would. */
export async function keysIn(cacheName: string): Promise<string[]> {
  if (!(await caches.has(cacheName))) return [];
  const requests = await (await caches.open(cacheName)).keys();
  return requests.flatMap(({ url }) => (url.startsWith(usesPrefix) ? [] : url));
}

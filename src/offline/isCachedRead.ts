import { type CallName, calls } from '../contract/calls.ts';

/** The reads whose responses are cached, besides opened files. */
const cachedCalls = [
  'jobs',
  'searchJobs',
  'allMessages',
  'profiles',
  'employees',
  'job',
  'conversation',
  'staffNotes',
  'profile',
  'userStats',
  'stats',
  'checklists',
  'figures',
] as const satisfies readonly CallName[];

const patterns = cachedCalls.map((name) => {
  const { method, path } = calls[name];
  return { method, path: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`) };
});

/** Whether the responses of a request are cached. @param path below the base, without a query */
export function isCachedRead(method: string, path: string): boolean {
  return patterns.some((cached) => cached.method === method && cached.path.test(path));
}

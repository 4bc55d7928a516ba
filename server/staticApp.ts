import { sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pagePreloads } from './pagePreloads.ts';

const yearSeconds = 31_536_000;

/** Names under `assets` change with their contents; everything else must be asked for again. */
function cacheControlOf(path: string): string {
  return path.includes(`${sep}assets${sep}`) ? `public, max-age=${yearSeconds}, immutable` : 'no-cache';
}

function pathOf({ url }: FastifyRequest): string {
  return url.replace(/[?#].*$/, '');
}

/** Serves the built app from `appDir`. */
export async function staticApp(app: FastifyInstance, appDir: string): Promise<void> {
  const preloadsOf = pagePreloads(appDir);
  await app.register(fastifyStatic, {
    root: appDir,
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      reply.header('cache-control', cacheControlOf(path));
      // Mostly it is one of the compressed copies beside it.
      const preloads = /index\.html(\.\w+)?$/.test(path) && preloadsOf(pathOf(reply.request));
      if (preloads) reply.header('link', preloads);
    },
  });
}

/** A person opening one of the app's own addresses, such as `/jobs/listing/all`; the app routes it. */
export function isNavigation(request: FastifyRequest): boolean {
  const { method, url, headers } = request;
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (/^\/(api|assets|dev)(\/|\?|$)/.test(url)) return false;
  return (headers.accept ?? '').includes('text/html');
}

export function sendApp(reply: FastifyReply): void {
  reply.header('cache-control', 'no-cache').sendFile('index.html');
}

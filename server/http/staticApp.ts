import { sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const yearSeconds = 31_536_000;
/** The Cache-Control of what never changes under its address. */
export const immutable = `public, max-age=${yearSeconds}, immutable`;

/** Folders of files that never change: their names contain a hash of the contents, or a version. */
const unchanging = ['assets', 'pdfjs'].map((folder) => sep + folder + sep);

/** Returns the Cache-Control of a file; all but the unchanging are revalidated. */
function cacheControlOf(path: string): string {
  return unchanging.some((folder) => path.includes(folder)) ? immutable : 'no-cache';
}

/** Files of the build that are not served: source maps, and dot files. */
const privateFile = /\.map$|\/\./;

const index = 'index.html';
/** The forms that have a document of their own (`server/build/earlyForms.ts`), by their addresses. */
const earlyForms: Readonly<Record<string, string>> = {
  '/auth/signin': 'signin',
  '/auth/signup': 'signup',
  '/auth/forgot-password': 'forgot-password',
};

/** Returns the document of an address of the app: nearly all have the same. */
export function documentOf(url: string): string {
  const [path = '', search] = url.split('?');
  const form = earlyForms[path];
  if (!form) return index;
  const isInvited = form === 'signup' && new URLSearchParams(search).has('invitation');
  return `early/${isInvited ? 'invited' : form}.html`;
}

/** Serves the built app from `appDir`. A form is true at its own address only. */
export async function staticApp(app: FastifyInstance, appDir: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: appDir,
    cacheControl: false,
    preCompressed: true,
    allowedPath: (path) => !privateFile.test(path) && !/^\/?early\//.test(path),
    setHeaders: (reply, path) => reply.header('cache-control', cacheControlOf(path)),
  });
}

/**
 * Whether a request is a navigation to one of the app's own addresses, such as `/jobs/listing/all`, which the app routes itself.
 */
export function isNavigation(request: FastifyRequest): boolean {
  const { method, url, headers } = request;
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (/^\/(api|assets|dev)(\/|\?|$)/.test(url)) return false;
  return (headers.accept ?? '').includes('text/html');
}

/** Sends the page of the app as it was built. */
export function sendBuiltPage(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-cache').sendFile(index);
}

import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Firm, logoAddress } from '../../src/contract/firmSettings.ts';
import { readFirm } from '../data/firm.ts';
import { compress, encodingFor } from '../http/compress.ts';
import type { InlineHashes } from '../http/headers.ts';
import { documentOf, sendBuiltPage } from '../http/staticApp.ts';
import { html } from '../mail/html.ts';
import type { Services } from '../services/services.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Sends the page of the app, which all its addresses have but those of the early forms. */
    sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  }
}

/** Returns the hashes of what stands inline in a document of the build. */
function inlineHashesOf(page: string): InlineHashes {
  const of = (tag: string) =>
    Array.from(
      page.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs')),
      ([, text = '']) => `'sha256-${hash('sha256', text, 'base64')}'`,
    );
  return { script: of('script'), style: of('style') };
}

/** Returns the page with the firm's name, color and icons in its head; the script in the head applies the rest before the first paint. */
function withFirm(page: string, firm: Firm): string {
  const { name, color, logo } = firm;
  const replaced: (readonly [built: string, own: string])[] = [
    // The cover of an early form, as `Brand` draws it.
    ['<span>EV</span> Jobs</p>', html`<bdi class="brand">${name}</bdi></p>`.source],
    [
      'EV Jobs</title>',
      html`${name}</title>
    <meta name="apple-mobile-web-app-title" content="${name}" />
    <meta name="firm" content="${JSON.stringify(firm)}" />`.source,
    ],
  ];
  if (color !== '') replaced.push(['content="#15307c"', html`content="${color}"`.source]);
  if (logo)
    replaced.push(
      [
        'href="/icon-192.png" type="image/png" sizes="192x192"',
        `href="${logoAddress(logo.hash, 'favicon-48.png')}" type="image/png" sizes="48x48"`,
      ],
      ['href="/apple-touch-icon.png"', `href="${logoAddress(logo.hash, 'apple-180.png')}"`],
    );
  return replaced.reduce((text, [built, own]) => text.replace(built, () => own), page);
}

/** Adds the page of the app, with the firm's name once an admin has saved it. Without a database it is the one that was built. */
export function pageRoute(
  app: FastifyInstance,
  { db, log }: Pick<Services, 'db' | 'log'>,
  appDir: string,
): void {
  /** Returns the document of an early form; null at all other addresses, and of a build without it. */
  async function readEarly(url: string): Promise<string | null> {
    const name = documentOf(url);
    return name === 'index.html' ? null : readFile(join(appDir, name), 'utf8').catch(() => null);
  }

  async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const firm = await readFirm(db).catch((error: unknown) => {
      log.warn({ err: error }, 'the page is sent without the firm’s name');
      return null;
    });
    const early = await readEarly(request.url);
    const isNamed = firm !== null && firm.name !== '';
    if (!isNamed && early === null) return sendBuiltPage(reply);
    if (early !== null) reply.inlineHashes = inlineHashesOf(early);
    const built = early ?? (await readFile(join(appDir, 'index.html'), 'utf8'));
    const page = isNamed ? withFirm(built, firm) : built;
    const tag = `"${hash('sha256', page).slice(0, 16)}"`;
    const encoding = encodingFor(request.headers['accept-encoding']);
    const etag = encoding === null ? tag : `${tag.slice(0, -1)}-${encoding}"`;
    reply
      .headers({ 'cache-control': 'no-cache', vary: 'accept-encoding', etag })
      .type('text/html; charset=utf-8');
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
    if (encoding === null) return reply.send(page);
    return reply.header('content-encoding', encoding).send(await compress(encoding, page));
  }

  app.decorate('sendPage', sendPage);
  for (const path of ['/', '/index.html']) app.get(path, sendPage);
}

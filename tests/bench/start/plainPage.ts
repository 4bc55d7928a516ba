import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import type { ListedJob } from './floors/listing.ts';

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function itemOf({ jobCode, project, address, status, assignedToName }: ListedJob, index: number): string {
  const { streetName, city, state, zipcode } = address;
  const lines = [`${streetName}, ${city}, ${state} ${zipcode}`, `${status} · ${jobCode} · ${assignedToName}`];
  return `<li data-index="${index}"><h2>${escaped(project)}</h2>${lines.map((line) => `<p>${escaped(line)}</p>`).join('')}</li>`;
}

function cookieOf(header: string | undefined, name: string): string {
  const pair = header?.split('; ').find((one) => one.startsWith(`${name}=`));
  return decodeURIComponent(pair?.slice(name.length + 1) ?? '');
}

/** Writes the listing into the page, from the product's own call, for the user of the cookie. */
export async function plainPage(app: FastifyInstance, folder: string): Promise<void> {
  const shell = await readFile(join(folder, 'index.html'), 'utf8');
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
  app.get('/jobs/listing/all', async ({ headers }, reply) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/v2/evjobs',
      headers: { authorization: `Bearer ${cookieOf(headers.cookie, 'token')}` },
      body: { username: cookieOf(headers.cookie, 'email') },
    });
    const { body } = answer.json<{ body: { items: ListedJob[] } }>();
    const page = shell.replace('<ul></ul>', `<ul>${body.items.map(itemOf).join('')}</ul>`);
    return reply
      .type('text/html; charset=utf-8')
      .headers({ 'content-encoding': 'br', 'cache-control': 'no-cache' })
      .send(brotliCompressSync(page, quality));
  });
}

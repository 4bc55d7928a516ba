import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { logoAddress } from '../../src/contract/firmSettings.ts';
import { readFirm } from '../data/firm.ts';
import type { Services } from '../services/services.ts';

const path = '/manifest.webmanifest';

type Icon = { src: string; sizes: string; purpose: string };

/** Returns the icons of a manifest, with those of a logo in the place of the product’s; the monochrome ones have no words. */
function iconsOf(hash: string, icons: readonly Icon[]): Icon[] {
  const png = (name: string, edge: number, purpose: string) => ({
    ...{ src: logoAddress(hash, name), sizes: `${edge}x${edge}`, type: 'image/png', purpose },
  });
  return [
    png('icon-192.png', 192, 'any'),
    png('icon-512.png', 512, 'any'),
    png('maskable-512.png', 512, 'maskable'),
    ...icons.filter(({ purpose }) => purpose === 'monochrome'),
  ];
}

/**
 * Serves the manifest of the built app, with the firm's name, color and icons once an admin has saved them. The addresses of icons have
 * a hash, by which a browser sees that those of an installed app are others by now.
 */
export function manifestRoute(app: FastifyInstance, { db }: Pick<Services, 'db'>, appDir: string): void {
  app.get(path, async (_request, reply) => {
    const { name, color, logo } = await readFirm(db);
    if (name === '') return reply.sendFile(path);
    const built = JSON.parse(await readFile(join(appDir, path), 'utf8')) as { icons: Icon[] };
    return reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json')
      .send(
        JSON.stringify({
          ...built,
          ...{ name, short_name: name },
          ...(color !== '' && { theme_color: color }),
          ...(logo && { icons: iconsOf(logo.hash, built.icons) }),
        }),
      );
  });
}

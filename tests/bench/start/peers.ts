import { cp, rm } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import fastify from 'fastify';
import * as v from 'valibot';
import { compressFolder } from '../../../server/build/compressFolder.ts';

const peersRule = v.array(
  v.strictObject({
    name: v.string(),
    /** The folder of the built files. */
    folder: v.string(),
    /** The CSS selector of what is there once the app can be used. */
    ready: v.string(),
    /** The path that it starts at. */
    path: v.optional(v.string(), '/'),
    /** Whether it starts without a connection. */
    offline: v.optional(v.boolean(), false),
  }),
);
export type Peer = v.InferOutput<typeof peersRule>[number];

/** The built apps that `PEERS` names, as JSON. A mistake in it ends the program before anything is started. */
export const peers: readonly Peer[] = v.parse(peersRule, JSON.parse(process.env.PEERS ?? '[]'));

/** Serves a copy of a peer's files, compressed as the product's are; every address without a file is that of its page. */
export async function servePeer({ name, folder }: Peer): Promise<{ url: string; close(): Promise<void> }> {
  const root = resolve('node_modules/.cache/bench/peers', encodeURIComponent(name));
  await rm(root, { recursive: true, force: true });
  await cp(resolve(folder), root, { recursive: true });
  await compressFolder(root);
  const app = fastify();
  await app.register(fastifyStatic, { root, preCompressed: true });
  app.setNotFoundHandler((request, reply) => {
    if (request.url.startsWith('/api/') || extname(request.url))
      return reply.code(404).send('There is nothing here.');
    return reply.sendFile('index.html');
  });
  return { url: await app.listen({ host: '127.0.0.1', port: 0 }), close: () => app.close() };
}

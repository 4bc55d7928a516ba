import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { type CallName, calls, type RequestOf, type ResponseOf } from '../../src/contract/calls.ts';
import type { SeedUser } from './people.ts';

type Send = {
  as: SeedUser;
  /** The same at every attempt, so that a continued seed repeats nothing. */
  key: string;
};

export type SeedCalls = ReturnType<typeof seedCalls>;

/** Calls the server's routes as the demo users. */
export function seedCalls(app: FastifyInstance, tokens: ReadonlyMap<string, string>) {
  async function send<N extends CallName>(
    name: N,
    { as, key }: Send,
    request: Request,
  ): Promise<ResponseOf<N>> {
    const answer = await app.inject({
      method: 'POST',
      url: `/api${calls[name].path}`,
      headers: {
        authorization: `Bearer ${tokens.get(as.email)}`,
        'idempotency-key': key,
        'content-type': request.headers.get('content-type') ?? '',
      },
      payload: Buffer.from(await request.arrayBuffer()),
    });
    if (answer.statusCode !== 200) throw new Error(`${name} of the demo data was refused: ${answer.body}`);
    return v.parse(
      calls[name].response as unknown as v.GenericSchema<unknown, ResponseOf<N>>,
      answer.json().body,
    );
  }

  return {
    /** A call with a JSON body. */
    json<N extends CallName>(name: N, how: Send, body: RequestOf<N>): Promise<ResponseOf<N>> {
      return send(
        name,
        how,
        new Request('http://seed', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      );
    },
    /** A call with files. */
    multipart<N extends CallName>(
      name: N,
      how: Send,
      fields: Record<string, string>,
      files: readonly File[],
    ): Promise<ResponseOf<N>> {
      const form = new FormData();
      for (const [field, value] of Object.entries(fields)) form.append(field, value);
      for (const file of files) form.append('attachments', file);
      return send(name, how, new Request('http://seed', { method: 'POST', body: form }));
    },
  };
}

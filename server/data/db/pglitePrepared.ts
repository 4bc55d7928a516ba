import { type PGlite, parse, protocol } from '@electric-sql/pglite';

type Messages = Parameters<typeof parse.parseResults>[0];

/** The types of the parameters of a prepared statement, and the description of its rows. */
type Prepared = { types: number[]; shape: Messages };

const { serialize } = protocol;

/** Runs a prepared statement. Must have the connection to itself. */
export type RunPrepared = <R>(name: string, sql: string, params: readonly unknown[]) => Promise<R[]>;

/** Prepares each statement once. PGlite's own `query` parses and plans every time, which takes longer than to run most statements. */
export function preparedOn(pglite: PGlite): RunPrepared {
  const known = new Map<string, Prepared>();

  async function send(...parts: Uint8Array[]): Promise<Messages> {
    const message = Buffer.concat([...parts, serialize.sync()]);
    return (await pglite.execProtocol(message, { syncToFs: false })).messages;
  }

  async function prepare(name: string, sql: string): Promise<Prepared> {
    const replies = await send(serialize.parse({ name, text: sql }), serialize.describe({ type: 'S', name }));
    const prepared = {
      types: parse.parseDescribeStatementResults(replies),
      shape: replies.filter((message) => message.name === 'rowDescription'),
    };
    known.set(name, prepared);
    return prepared;
  }

  function written(value: unknown, type: number | undefined): string | null {
    if (value === null || value === undefined) return null;
    const write = type === undefined ? undefined : pglite.serializers[type];
    return write ? write(value) : String(value);
  }

  return async <R>(name: string, sql: string, params: readonly unknown[]) => {
    const { types, shape } = known.get(name) ?? (await prepare(name, sql));
    const values = params.map((value, index) => written(value, types[index]));
    const replies = await send(serialize.bind({ statement: name, values }), serialize.execute({}));
    const [result] = parse.parseResults([...shape, ...replies], pglite.parsers);
    return (result?.rows ?? []) as R[];
  };
}

import { type PGlite, parse, protocol } from '@electric-sql/pglite';

/** Statements that stay planned; the text of some depends on what a user asks for. */
const most = 300;

type Statement = { name: string; types: number[] };

/**
 * Runs statements that are parsed and planned once, under a name, for PGlite, whose own `query` plans each anew: that takes longer than to
 * run them. The caller sees to it that nothing else runs meanwhile.
 */
export class PreparedStatements {
  readonly #pglite: PGlite;
  /** By text, the one used last at the end. */
  readonly #statements = new Map<string, Statement>();
  #count = 0;

  constructor(pglite: PGlite) {
    this.#pglite = pglite;
  }

  /** @throws DatabaseError as `query` of PGlite */
  query<R>(text: string, params: readonly unknown[]): Promise<R[]> {
    return this.#pglite.runExclusive(async () => {
      const { name, types } = await this.#prepared(text);
      const values = params.map((param, at) => this.#text(param, types[at]));
      const { serialize } = protocol;
      const results = await this.#send(
        serialize.bind({ statement: name, values }),
        serialize.describe({ type: 'P' }),
        serialize.execute({}),
        serialize.sync(),
      );
      return (parse.parseResults(results, this.#pglite.parsers)[0]?.rows ?? []) as R[];
    });
  }

  /** Has each statement planned anew, once tables may have changed under them. */
  async forget(): Promise<void> {
    this.#statements.clear();
    await this.#pglite.runExclusive(() => this.#send(protocol.serialize.query('deallocate all')));
  }

  /** Sends messages as one, because each way into the database costs as much as a short statement. */
  async #send(...messages: Uint8Array[]) {
    return (await this.#pglite.execProtocol(Buffer.concat(messages), { syncToFs: false })).messages;
  }

  #text(param: unknown, type: number | undefined): string | null {
    if (param === null || param === undefined) return null;
    const serialize = type === undefined ? undefined : this.#pglite.serializers[type];
    return serialize ? serialize(param) : String(param);
  }

  async #prepared(text: string): Promise<Statement> {
    const there = this.#statements.get(text);
    this.#statements.delete(text);
    const statement = there ?? (await this.#prepare(text));
    this.#statements.set(text, statement);
    const [oldest] = this.#statements;
    if (oldest && this.#statements.size > most) {
      this.#statements.delete(oldest[0]);
      await this.#send(protocol.serialize.close({ type: 'S', name: oldest[1].name }));
    }
    return statement;
  }

  async #prepare(text: string): Promise<Statement> {
    this.#count += 1;
    const name = `s${this.#count}`;
    const { serialize } = protocol;
    const described = await this.#send(
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
      serialize.sync(),
    );
    return { name, types: parse.parseDescribeStatementResults(described) };
  }
}

import { randomUUID } from 'node:crypto';
import type { Database, Queryable } from '../../../server/data/db/db.ts';
import { calls } from '../../../src/contract/calls.ts';
import { people } from '../../support/server/people.ts';
import { benchServer } from '../benchServer.ts';
import { recordedDatabase, type Statement } from '../recordedDatabase.ts';
import { type BenchCall, benchCalls, jobOfTurn, requestOf } from './benchCalls.ts';

/** A call without the product around it: its statements and their rows. */
export type BareCall = {
  name: string;
  method: 'GET' | 'POST';
  /** Runs it, in a transaction where the call has one. */
  run(): Promise<unknown[][]>;
  /** For a message: inserts its row alone, with no access check, no event and no key. */
  insert?: () => Promise<unknown>;
};

const messageInsert = /insert into messages/;
const oneRow = `
  insert into messages (communication_id, job_id, content, status, from_user, to_user, from_user_type, created)
  values ($1, $2, 'Seen, thank you.', 'NEW', $3, '', 'EMPLOYEE', $4::bigint) returning *`;

/** Renews the ids that a write creates and the job it goes to each time, as the calls beside it do. */
function renewed(statements: readonly Statement[], key: string) {
  const messageId = statements.find(({ sql }) => messageInsert.test(sql))?.params[0];
  let turn = 0;
  return () => {
    turn += 1;
    const fresh = new Map<unknown, unknown>([
      [key, randomUUID()],
      [jobOfTurn(0), jobOfTurn(turn)],
      ...(messageId === undefined ? [] : [[messageId, randomUUID()] as const]),
    ]);
    return ({ params }: Statement) => params.map((value) => (fresh.has(value) ? fresh.get(value) : value));
  };
}

async function bareCallOf(db: Database, one: BenchCall, statements: readonly Statement[], key: string) {
  const { method, write } = calls[one.call];
  const next = write ? renewed(statements, key) : () => (statement: Statement) => statement.params;
  async function run(on: Queryable): Promise<unknown[][]> {
    const paramsOf = next();
    const rows: unknown[][] = [];
    for (const statement of statements) rows.push(await on.query(statement.sql, paramsOf(statement)));
    return rows;
  }
  let inserted = 0;
  async function insert(): Promise<unknown> {
    inserted += 1;
    const values = [randomUUID(), jobOfTurn(inserted), people.employee.email, Math.floor(Date.now() / 1000)];
    return db.query(oneRow, values);
  }
  const bare: BareCall = {
    name: one.name,
    method,
    run: () => (write ? db.tx(run) : run(db)),
    ...(write && { insert }),
  };
  return bare;
}

/** Makes each call once at a server of its own and records its statements. */
export async function bareCalls(db: Database): Promise<BareCall[]> {
  const recorded = recordedDatabase(db);
  const { app, end } = await benchServer(recorded);
  const bare: BareCall[] = [];
  for (const one of benchCalls) {
    const key = randomUUID();
    const { path, ...asked } = requestOf(one, 0, key);
    const statements = await recorded.record(async () => {
      const answer = await app.inject({ ...asked, url: path });
      if (answer.statusCode !== 200) throw new Error(`${one.name}: ${answer.statusCode} ${answer.body}`);
    });
    bare.push(await bareCallOf(db, one, statements, key));
  }
  await end();
  return bare;
}

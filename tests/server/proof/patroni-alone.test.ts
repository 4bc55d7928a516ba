import { expect, it, vi } from 'vitest';
import type { Cluster } from '../../cluster/cluster.ts';
import { patroniAlone } from '../../cluster/patroniAlone.ts';

const { stored, inserts } = vi.hoisted(() => ({
  stored: [] as { n: number }[],
  inserts: [] as (() => void)[],
}));
vi.mock('node:timers/promises', () => ({
  setTimeout: () => new Promise((resolve) => setImmediate(resolve)),
}));
vi.mock('../../cluster/patroni.ts', () => ({ primary: async () => 'db1' }));
vi.mock('pg', () => ({
  default: {
    Client: class {
      on() {}
      async connect() {}
      async end() {}
      query(_sql: string, values?: [string, number]) {
        return (
          values &&
          new Promise<void>((resolve) => inserts.push(() => resolve(void stored.push({ n: values[1] }))))
        );
      }
    },
  },
}));
vi.mock('../../../server/data/db/open.ts', () => ({
  openPostgres: async () => ({
    async query(sql: string) {
      const rows = [...stored];
      if (sql.startsWith('select')) inserts.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
      return rows;
    },
    async close() {},
  }),
}));

it('takes for lost no write that is acknowledged while a drill reads what is stored', async () => {
  const ask = await patroniAlone({ programs: new Map(), start() {} } as unknown as Cluster, 'restarted');
  expect(await ask()).toEqual([]);
  expect(stored).toEqual([{ n: 1 }]);
});

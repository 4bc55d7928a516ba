import type { Database } from '../../../server/data/db/db.ts';
import { openPostgres } from '../../../server/data/db/open.ts';
import { startTcpProxy, type TcpProxy } from '../network/tcpProxy.ts';

/** Opens a PostgreSQL database through a proxy, which can cut the connections. */
export async function throughProxy(address: string): Promise<{ db: Database; proxy: TcpProxy }> {
  const url = new URL(address);
  const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
  url.port = String(proxy.port);
  return { db: await openPostgres(url.href), proxy };
}

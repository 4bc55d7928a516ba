import { Agent, request } from 'node:http';
import fc from 'fast-check';
import { rawStream, sendBytes } from './rawBytes.ts';
import { type FuzzRequest, schemaAware } from './requests.ts';
import { type CallerName, callers, leaksIn, type World } from './world.ts';

/** A response that takes longer will not come. */
const hangMs = 30_000;
const atOnce = 8;
const batchSize = 500;
const mostFaultsKept = 40;

export type Fault = { what: string; batch: number; request: string };

export type FuzzReport = {
  requests: number;
  /** The number of responses by status; `raw` and `stream` for those without one. */
  answers: Record<string, number>;
  /** How often each call was carried out. */
  done: Record<string, number>;
  faults: Fault[];
  slowestMs: number;
  /** Bytes in use by the server after each batch. */
  memory: number[];
};

type Shot =
  | { kind: 'call'; call: FuzzRequest }
  | { kind: 'raw'; bytes: Buffer }
  | { kind: 'stream'; as: CallerName; last: string };

type Came = { status: number; text: string };

function shots(world: World): fc.Arbitrary<Shot> {
  return fc.oneof(
    { weight: 84, arbitrary: schemaAware(world).map((call) => ({ kind: 'call' as const, call })) },
    { weight: 13, arbitrary: rawStream.map((bytes) => ({ kind: 'raw' as const, bytes })) },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('stream' as const),
        as: fc.constantFrom(...callers),
        last: fc.constantFrom('', 'nothing', 'x'.repeat(3000), ...world.known.cursors),
      }),
    },
  );
}

function told(shot: Shot): string {
  if (shot.kind === 'call') {
    const { body, ...rest } = shot.call;
    return `${JSON.stringify(rest)} ${body?.toString('latin1').slice(0, 1500) ?? ''}`;
  }
  return shot.kind === 'raw'
    ? JSON.stringify(shot.bytes.toString('latin1').slice(0, 1500))
    : JSON.stringify(shot);
}

/** Sends requests of a seed, several at once, and checks every response. The same seed sends the same requests. */
export async function fuzz(
  world: World,
  {
    requests,
    seed,
    onBatch = () => undefined,
    onAnswer = () => undefined,
  }: {
    requests: number;
    seed: number;
    onBatch?: (report: FuzzReport) => void;
    /** Called with the name of each call and the size of its response. */
    onAnswer?: (name: string, bytes: number) => void;
  },
): Promise<FuzzReport> {
  const report: FuzzReport = { requests: 0, answers: {}, done: {}, faults: [], slowestMs: 0, memory: [] };
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const arbitrary = shots(world);

  function send({ method, path, headers, body, as }: FuzzRequest, forMs?: number): Promise<Came> {
    const bearer = world.token(as);
    return new Promise((resolve, reject) => {
      const outgoing = request({
        host: '127.0.0.1',
        port: world.port,
        method,
        path,
        agent,
        headers: {
          ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
          ...(body === null ? {} : { 'content-length': String(body.length) }),
          ...headers,
        },
      });
      const limit = setTimeout(() => {
        outgoing.destroy();
        reject(new Error(`No answer within ${hangMs / 1000} s.`));
      }, hangMs);
      let text = '';
      let status = 0;
      function over(): void {
        clearTimeout(limit);
        resolve({ status, text });
      }
      // The server closes the connection on a refused body.
      outgoing.on('error', over);
      outgoing.on('response', (incoming) => {
        status = incoming.statusCode ?? 0;
        text += JSON.stringify(incoming.headers);
        incoming.on('data', (chunk: Buffer) => {
          text += chunk.toString('latin1');
        });
        incoming.on('error', over);
        incoming.on('close', over);
        if (forMs !== undefined) setTimeout(() => incoming.destroy(), forMs);
      });
      outgoing.on('close', over);
      outgoing.end(body ?? undefined);
    });
  }

  async function shoot(shot: Shot): Promise<{ count: string; as: CallerName; text: string; wrong: string }> {
    if (shot.kind === 'raw') {
      const text = await sendBytes(world.port, shot.bytes, hangMs);
      const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
      const wrong = statuses.some((status) => status >= 500 && status !== 503) ? `answered ${statuses}` : '';
      return { count: 'raw', as: 'nobody', text, wrong };
    }
    if (shot.kind === 'stream') {
      const headers = shot.last === '' ? {} : { 'last-event-id': shot.last };
      const { status, text } = await send(
        { name: 'stream', as: shot.as, method: 'GET', path: '/api/events/stream', headers, body: null },
        30,
      );
      return { count: 'stream', as: shot.as, text, wrong: status >= 500 ? `answered ${status}` : '' };
    }
    const { status, text } = await send(shot.call);
    onAnswer(shot.call.name, text.length);
    if (status >= 200 && status < 300) report.done[shot.call.name] = (report.done[shot.call.name] ?? 0) + 1;
    const as = 'authorization' in shot.call.headers ? 'nobody' : shot.call.as;
    return {
      count: String(status),
      as,
      text,
      wrong: status >= 500 ? `answered ${status}: ${text.slice(0, 300)}` : '',
    };
  }

  for (let batch = 0; report.requests < requests; batch += 1) {
    const size = Math.min(batchSize, requests - report.requests);
    const waiting = fc.sample(arbitrary, { seed: seed + batch, numRuns: size });
    function fault(what: string, shot: Shot): void {
      if (report.faults.length < mostFaultsKept) report.faults.push({ what, batch, request: told(shot) });
    }
    async function work(): Promise<void> {
      for (let shot = waiting.pop(); shot; shot = waiting.pop()) {
        const began = performance.now();
        try {
          const { count, as, text, wrong } = await shoot(shot);
          report.answers[count] = (report.answers[count] ?? 0) + 1;
          if (wrong) fault(wrong, shot);
          const leaks = leaksIn(text, as);
          if (leaks.length > 0) fault(`told ${as} of ${leaks}: ${text.slice(0, 300)}`, shot);
        } catch (error) {
          fault(error instanceof Error ? error.message : String(error), shot);
        }
        report.slowestMs = Math.max(report.slowestMs, performance.now() - began);
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work));
    report.requests += size;
    report.memory.push(await world.memory());
    onBatch(report);
  }
  agent.destroy();
  return report;
}

/** Returns how many bytes more the server uses for each request, by the second half of a run: at first it only warms up. */
export function growthPerRequest({ memory }: Pick<FuzzReport, 'memory'>): number {
  const half = memory.slice(Math.floor(memory.length / 2));
  const n = half.length;
  if (n < 2) return 0;
  const meanAt = (n - 1) / 2;
  const mean = half.reduce((sum, bytes) => sum + bytes, 0) / n;
  const [rise, run] = half.reduce(
    ([up, across], bytes, at) => [up + (at - meanAt) * (bytes - mean), across + (at - meanAt) ** 2],
    [0, 0],
  );
  return rise / run / batchSize;
}

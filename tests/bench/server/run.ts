import autocannon from 'autocannon';
import { serverCalls } from '../../../server/calls/calls.ts';
import { calls } from '../../../src/contract/calls.ts';
import { startPostgres } from '../../support/database/postgres.ts';
import { runUntilReady } from '../../support/server/stack.ts';
import { size } from '../dataset.ts';
import {
  add,
  type Bar,
  figureOf,
  keepFigures,
  median,
  printBars,
  ratioOf,
  round,
  runs,
  spread,
} from '../figures.ts';
import { type BenchCall, benchCalls, requestOf } from './benchCalls.ts';

/**
 * Measures each call over a socket: its throughput by ten connections at once (at most half of what one user may have in flight, where a
 * response counts until it was sent) and its latency by one, beside a bare Fastify route that runs the same statements on the same pool
 * and writes the same rows. In each run both have their turn at one call, then at the next; both get the same requests.
 * `DATABASES=PostgreSQL` leaves out the embedded one, `CALLS='page|message'` all calls without that in their names.
 */
const databases = (process.env.DATABASES ?? 'PostgreSQL,PGlite').split(',');
const seconds = Number(process.env.SECONDS ?? 2);
const leastShare = 0.6;
const named = new RegExp(process.env.CALLS ?? '');

type Addresses = { product: string; bare: string };
type Sample = {
  product: number;
  bare: number;
  /** For a write: a bare route that does nothing but insert the message. */
  insert: number | null;
  productMs: number;
  bareMs: number;
  bytes: number;
  bareBytes: number;
};

let turn = 0;

/** Repeats one call, a write with a new key each time. */
async function load(url: string, connections: number, one: BenchCall, path?: string) {
  const next = () => {
    turn += 1;
    const request = requestOf(one, turn);
    return path === undefined ? request : { ...request, path };
  };
  const asked = calls[one.call].write
    ? { setupRequest: (request: object) => ({ ...request, ...next() }) }
    : next();
  const result = await autocannon({ url, connections, duration: seconds, requests: [asked] });
  const failed = result.errors + result.timeouts + result.non2xx;
  if (failed > 0) throw new Error(`${one.name} at ${url}: ${failed} of ${result.requests.total} failed.`);
  const { requests, throughput } = result;
  const perSecond = requests.average;
  // The histogram has whole milliseconds only; for one connection, the rate is more precise.
  return { perSecond, bytes: throughput.average / perSecond, ms: (connections * 1000) / perSecond };
}

async function sampleOf(one: BenchCall, index: number, { product, bare }: Addresses): Promise<Sample> {
  const at = `/${index}`;
  // Work caused by writes is finished before the next turn, so that it does not slow another.
  const settled = () => fetch(`${bare}/settled`).then((answer) => answer.text());
  async function turnOf(connections: number, path?: string) {
    const loaded = await load(path === undefined ? product : bare, connections, one, path);
    await settled();
    return loaded;
  }
  const connections = Math.min(10, serverCalls[one.call].cost.atOnce / 2);
  const ofProduct = await turnOf(connections);
  const ofBare = await turnOf(connections, at);
  return {
    product: ofProduct.perSecond,
    bare: ofBare.perSecond,
    insert: one.call === 'updateJob' ? (await turnOf(connections, `${at}/insert`)).perSecond : null,
    productMs: (await turnOf(1)).ms,
    bareMs: (await turnOf(1, at)).ms,
    bytes: ofProduct.bytes,
    bareBytes: ofBare.bytes,
  };
}

type Measured = Record<string, Sample[]>;

async function measure(kind: string): Promise<Measured> {
  const postgres = kind === 'PostgreSQL' ? await startPostgres() : null;
  const environment = postgres ? { DATABASE_URL: `${postgres.url}/postgres` } : {};
  const profiled = process.env.PROFILE ? ['--cpu-prof', '--cpu-prof-dir=node_modules/.cache/bench'] : [];
  const program = [...profiled, 'tests/bench/server/serve.ts'];
  const running = await runUntilReady(program, environment, 'The servers listen');
  const addresses = JSON.parse(/^Addresses (.*)$/m.exec(running.output())?.[1] ?? '') as Addresses;
  const measured: Measured = {};
  try {
    for (let run = 1; run <= runs; run += 1) {
      for (const [index, one] of benchCalls.entries()) {
        if (!named.test(one.name)) continue;
        const sample = await sampleOf(one, index, addresses);
        add(measured, one.name, sample);
        const share = round((100 * sample.product) / sample.bare, 0);
        console.log(`${kind}, run ${run}, ${one.name}: ${share} % of the bare route`);
      }
    }
  } finally {
    await running.stop();
    await postgres?.stop();
  }
  return measured;
}

function shareOf(samples: readonly Sample[]) {
  return ratioOf(
    samples.map(({ product }) => product),
    samples.map(({ bare }) => bare),
  );
}

function rowOf(name: string, samples: readonly Sample[]) {
  const figure = (what: keyof Sample) => figureOf(samples.map((sample) => sample[what] ?? Number.NaN));
  return {
    call: name,
    'calls/s': spread(figure('product')),
    'bare/s': spread(figure('bare')),
    'of bare': spread(shareOf(samples), 2),
    'ms, one at a time': round(figure('productMs').median, 2),
    'bare ms': round(figure('bareMs').median, 2),
    bytes: round(figure('bytes').median, 0),
    'bare bytes': round(figure('bareBytes').median, 0),
  };
}

const all: Record<string, Measured> = {};
for (const kind of databases) all[kind] = await measure(kind);
for (const [kind, measured] of Object.entries(all)) {
  console.log(
    `\n${kind}: ${size.jobs} jobs, ${size.jobs * size.messagesPerJob + size.messagesOfOneJob} messages; medians of ${runs}`,
  );
  console.table(Object.entries(measured).map(([name, samples]) => rowOf(name, samples)));
}
const bars: Bar[] = [];
for (const [kind, measured] of Object.entries(all)) {
  for (const { name, isBarred, call } of benchCalls) {
    const samples = measured[name];
    if (!isBarred || !samples) continue;
    bars.push({
      what: `${kind}, ${name}, of the bare route`,
      is: shareOf(samples).median,
      least: leastShare,
    });
    if (call !== 'updateJob') continue;
    bars.push({
      what: `${kind}, ${name}, of a bare route that inserts its row and nothing else`,
      is: median(samples.map(({ product, insert }) => product / (insert ?? Number.NaN))),
      least: leastShare,
    });
  }
}
printBars(bars);
await keepFigures('server', { seconds, measured: all });

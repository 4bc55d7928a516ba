import { openPostgres } from '../../../server/data/db/open.ts';
import { startPostgres } from '../database/postgres.ts';
import { type CostReport, costFaults, measureCosts, noteAnswer } from '../fuzz/costs.ts';
import { fuzz, growthPerRequest } from '../fuzz/fuzz.ts';
import { startWorld } from '../fuzz/world.ts';

/** `npm test -- fuzz`: hostile requests of a seed against a running server; 100,000 by default (`REQUESTS`, `SEED`). */
const requests = Number(process.env.REQUESTS ?? 100_000);
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const megabyte = 1024 * 1024;
/** In the second half of a run; smaller changes are noise. */
const mostGrowth = 10 * megabyte;

console.log(`${requests} requests of seed ${seed}`);
const postgres = await startPostgres();
const server = await openPostgres(`${postgres.url}/postgres`);
await server.query('create database fuzz');
await server.close();
const world = await startWorld(`${postgres.url}/fuzz`);
const began = performance.now();
const costs: CostReport = { requests: 0, answers: [], stored: [], faults: [] };
/** The number of requests of each expensive shape; the rest are hostile requests of every kind. */
const each = Math.min(1000, Math.floor(requests / 20));
await measureCosts(world, {
  each,
  seed,
  report: costs,
  onShape: ({ name, perSent }) =>
    console.log(`${costs.requests} requests, ${name}: ${perSent.toFixed(2)} bytes stored for each sent`),
});
console.log(`${costs.requests} expensive requests, ${Math.round((performance.now() - began) / 1000)} s`);
const report = await fuzz(world, {
  requests: requests - costs.requests,
  seed,
  onAnswer: (name, bytes) => noteAnswer(costs.answers, name, bytes),
  onBatch({ requests: done, faults, memory }) {
    if (done % 5000 > 0) return;
    const seconds = Math.round((performance.now() - began) / 1000);
    const used = Math.round((memory.at(-1) ?? 0) / megabyte);
    console.log(`${done} requests, ${seconds} s, ${used} MB used, ${faults.length} faults`);
  },
});
const growth = growthPerRequest(report);
const complaints = world.complaints();
const blocks = world.blocks().sort((one, other) => other.ms - one.ms);
const tooExpensive = costFaults(costs, blocks);
await world.end();
await postgres.stop();

for (const { what, batch, request } of report.faults) {
  console.log(`\nFAULT (SEED=${seed + batch} REQUESTS=500): ${what}\n  ${request}`);
}
for (const line of complaints.slice(0, 20)) console.log(`\nLOGGED: ${line.slice(0, 2000)}`);
const memory = report.memory.map((bytes) => Math.round(bytes / megabyte));
console.log(`\nanswers: ${JSON.stringify(report.answers)}`);
console.log(`carried out: ${JSON.stringify(report.done)}`);
console.log(`slowest: ${Math.round(report.slowestMs)} ms`);
console.log(
  `memory: ${memory[0]} MB after the first 500, ${Math.max(...memory)} MB at most, ${memory.at(-1)} MB in the end; ` +
    `${Math.round(growth)} bytes more a request in the second half`,
);
console.log('\nthe longest blocks of the event loop, in CPU time of its thread:');
for (const { ms, requests: at } of blocks.slice(0, 10))
  console.log(`  ${Math.round(ms)} ms: ${at.join(', ')}`);
console.log('the largest answers:');
for (const { name, bytes } of costs.answers) console.log(`  ${bytes} bytes: ${name}`);
console.log('stored for each byte sent:');
for (const { name, perSent, sent, stored } of costs.stored) {
  console.log(`  ${perSent.toFixed(2)}: ${name} (${sent} bytes sent, ${stored} stored)`);
}
for (const fault of tooExpensive) console.log(`TOO EXPENSIVE: ${fault}`);
const isFlat = (growth * requests) / 2 <= mostGrowth;
const good = report.faults.length === 0 && complaints.length === 0 && isFlat && tooExpensive.length === 0;
console.log(
  good
    ? 'nothing is wrong'
    : `${report.faults.length} faults, ${complaints.length} errors in the log, ${tooExpensive.length} too expensive, memory ${isFlat ? 'flat' : 'grows'}`,
);
process.exitCode = good ? 0 : 1;

import { openPostgres } from '../../server/data/db.ts';
import { fuzz, growthPerRequest } from './fuzz/fuzz.ts';
import { startWorld } from './fuzz/world.ts';
import { startPostgres } from './postgres.ts';

/** `npm run test:fuzz`: hostile requests of a seed against a running server; 100,000 of them unless told (`REQUESTS`, `SEED`). */
const requests = Number(process.env.REQUESTS ?? 100_000);
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const megabyte = 1024 * 1024;
/** In the second half of a run: less is what comes and goes. */
const mostGrowth = 10 * megabyte;

console.log(`${requests} requests of seed ${seed}`);
const postgres = await startPostgres();
const server = await openPostgres(`${postgres.url}/postgres`);
await server.query('create database fuzz');
await server.close();
const world = await startWorld(`${postgres.url}/fuzz`);
const began = performance.now();
const report = await fuzz(world, {
  requests,
  seed,
  onBatch({ requests: done, faults, memory }) {
    if (done % 5000 > 0) return;
    const seconds = Math.round((performance.now() - began) / 1000);
    const held = Math.round((memory.at(-1) ?? 0) / megabyte);
    console.log(`${done} requests, ${seconds} s, ${held} MB held, ${faults.length} faults`);
  },
});
const growth = growthPerRequest(report);
const complaints = world.complaints();
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
const isFlat = (growth * requests) / 2 <= mostGrowth;
const good = report.faults.length === 0 && complaints.length === 0 && isFlat;
console.log(
  good
    ? 'nothing is wrong'
    : `${report.faults.length} faults, ${complaints.length} errors in the log, memory ${isFlat ? 'flat' : 'grows'}`,
);
process.exitCode = good ? 0 : 1;

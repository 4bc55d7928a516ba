/**
 * With `STUTTER=1`, stalls the process of a test again and again for up to a second, as a busy machine does, but without keeping the
 * processor busy: a test that depends on the clock soon fails. `STUTTER=2` stalls for twice as long.
 */
const factor = Number(process.env.STUTTER ?? 0);
const cell = new Int32Array(new SharedArrayBuffer(4));
// Saved because tests may fake it.
const later = globalThis.setTimeout;

function stallMs(): number {
  const chance = Math.random();
  if (chance < 0.7) return Math.random() * 30;
  return chance < 0.93 ? 50 + Math.random() * 200 : 300 + Math.random() * 700;
}

function stallAgain(): void {
  later(() => {
    Atomics.wait(cell, 0, 0, stallMs() * factor);
    stallAgain();
  }, Math.random() * 60).unref();
}

// Files that share a process share its stalls.
const started = Symbol.for('ev-stutter');
if (factor > 0 && !Reflect.has(globalThis, started)) {
  Reflect.set(globalThis, started, true);
  stallAgain();
}

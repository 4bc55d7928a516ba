import { serverActor } from '../../src/contract/audit.ts';
import { comparisonVersion } from '../../src/contract/files/comparison.ts';
import { storable } from '../../src/contract/files/savedComparison.ts';
import { type StoredPair, setsToCompare, storeComparison } from '../data/comparisons.ts';
import type { Queryable } from '../data/db/db.ts';
import { dropTask, finishTask, rescheduleTask } from '../data/leasedTasks.ts';
import { queueComparison } from '../data/messages/attachments.ts';
import { ProgramFailed, type ProgramLimits } from '../programs/limitedProgram.ts';
import type { TaskHandler } from '../queue/runTask.ts';
import type { Services } from '../services/services.ts';
import { nowSeconds } from '../time/clock.ts';
import { compareFiles, comparerLimits } from './comparer.ts';

/** After these, a device compares. */
const mostAttempts = 3;
/** Delay of a retry where the machine was too slow, or the store failed. */
const againSeconds = 300;

const isOfFile = (why: string) => why === 'time' || why === 'memory' || why === 'crashed';

/**
 * Compares the sets of new revisions with those before them, so that the answer is there when somebody opens them. What takes too much is
 * left to the first device that wants to know.
 *
 * @param isOff where strangers' files are not read here
 */
export function comparisonHandler(
  { db, files, log, now }: Pick<Services, 'db' | 'files' | 'log' | 'now'>,
  isOff: boolean,
  limits: ProgramLimits = comparerLimits,
): TaskHandler<'comparison'> {
  async function compare(jobId: string, { before, after }: StoredPair, signal: AbortSignal): Promise<void> {
    const opened = (file: StoredPair['before']) => ({ size: file.size, open: () => files.get(file.key) });
    const sheets = await compareFiles(opened(before), opened(after), limits, signal);
    const found = {
      version: comparisonVersion,
      before: { key: before.key, sha256: before.sha256 },
      after: { key: after.key, sha256: after.sha256 },
      sheets,
    };
    const comparison = storable(found);
    if (!comparison) return;
    const by = { byStaff: true, actor: serverActor, now: nowSeconds({ now }) };
    await db.tx((tx) => storeComparison(tx, { jobId, comparison }, by));
  }

  return {
    kind: 'comparison',
    atOnce: 1,
    leaseSeconds: 120,
    graceMs: 0,
    mostAttempts,
    async handle(task, { signal }) {
      const { jobId } = task.payload;
      const setsLeft = async (on: Queryable) => (isOff ? [] : setsToCompare(on, jobId));
      const pairs = await setsLeft(db);
      for (const pair of pairs) {
        try {
          await compare(jobId, pair, signal);
        } catch (error) {
          const again = { runAfter: nowSeconds({ now }), counts: false };
          if (signal.aborted) return void (await rescheduleTask(db, task, again));
          if (!(error instanceof ProgramFailed)) throw error;
          log.info({ jobId, reason: error.why }, 'two plans were not compared');
          if (isOfFile(error.why)) continue;
          const later = { runAfter: again.runAfter + againSeconds, counts: true, error: error.why };
          return void (await rescheduleTask(db, task, later));
        }
      }
      const tried = pairs.map(({ before, after }) => `${before.key} ${after.key}`);
      await db.tx(async (tx) => {
        const created = nowSeconds({ now });
        if (tried.length === 0) await dropTask(tx, task);
        else await finishTask(tx, task, { now: created, outcome: 'MADE' });
        // What came meanwhile found this task open, and queued none.
        const isLeft = (await setsLeft(tx)).some(
          ({ before, after }) => !tried.includes(`${before.key} ${after.key}`),
        );
        if (isLeft) await queueComparison(tx, { jobId, communicationId: null, created });
      });
    },
  };
}

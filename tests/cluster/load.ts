import type { Database } from '../../server/data/db/db.ts';
import { pdfSheet } from '../../server/seed/pdf.ts';
import type { CopiedFile } from '../../src/outbox/records/fileBytes.ts';
import { type Device, openDevice } from './devices.ts';
import { longestGap } from './longestGap.ts';
import { until } from './until.ts';
import { followStream, startWriter, type Writer } from './writers.ts';

const clientEmail = 'client@kill.test';

type LoadOptions = {
  jobs: readonly string[];
  devices: number;
  /** Where the devices and the stream reach the product. */
  origin: string;
  /** Names of writers, and where each reaches it. */
  writers: Readonly<Record<string, string>>;
  /** Returns the files of a message of a device. */
  filesOf?: (content: string) => Promise<CopiedFile[]>;
};

/** The writer of this name sends a file with each message. */
export const fileWriter = 'files';
const fileOf = (content: string) =>
  new File([pdfSheet(content, [])], 'sheet.pdf', { type: 'application/pdf' });

/** How many messages a device or writer has typed, and how many of them are acknowledged. */
export type Progress = { name: string; jobId: string; typed: number; acknowledged: number };

/** Returns the stored messages of a device or writer, in their order. */
export async function storedOf(
  db: Database,
  { name, jobId }: Pick<Progress, 'name' | 'jobId'>,
): Promise<string[]> {
  const rows = await db.query<{ content: string }>(
    'select content from messages where job_id = $1 and content like $2 order by sequence',
    [jobId, `${name} %`],
  );
  return rows.map(({ content }) => content);
}

/** Has devices and writers send messages, and follows the event stream, until `end`. */
export async function startLoad({ jobs, devices: count, origin, writers: origins, filesOf }: LoadOptions) {
  let isTyped = false;
  let isOver = false;
  const { seen, begun } = followStream(clientEmail, origin, () => isOver);
  // What is sent before is in no stream.
  await begun;
  const common = { email: clientEmail, isOver: () => isTyped, filesOf };
  const jobOf = (n: number) => jobs[n % jobs.length] ?? '';
  const devices: Device[] = Array.from({ length: count }, (_, n) =>
    openDevice(`device ${n + 1}`, { ...common, jobId: jobOf(n), origin, everyMs: 1000 }),
  );
  const writers = new Map<string, Writer>(
    Object.entries(origins).map(([name, at], n) => [
      name,
      startWriter(name, {
        ...common,
        jobId: jobOf(n),
        origin: at,
        ...(name === fileWriter && { fileOf }),
      }),
    ]),
  );
  const all = () => [...writers.values()];
  const senders = () => [
    ...devices.map(({ jobId, typed }, n) => ({ name: `device ${n + 1}`, jobId, sent: typed, isAll: true })),
    ...[...writers].map(([name, { jobId, acknowledged }]) => ({
      name,
      jobId,
      sent: acknowledged,
      isAll: false,
    })),
  ];
  /** Returns how many messages of the devices have not arrived. */
  async function waiting(): Promise<number> {
    const counts = await Promise.all(devices.map((device) => device.waiting()));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  return {
    /** Rejects when a writer is refused. */
    broken: Promise.race(all().map(({ done }) => done)),
    /** Returns the longest time, in seconds, without a write of this writer since a moment (`performance.now`). */
    longestGap: (name: string, since: number) =>
      longestGap(writers.get(name)?.times ?? [], since - 2000, performance.now()) / 1000,
    /** Whether every writer has written within the last seconds. */
    writes: () => all().every(({ times }) => (times.at(-1) ?? 0) > performance.now() - 3000),
    failures: () => all().reduce((sum, { failures }) => sum + failures(), 0),
    waiting,
    devices,
    /** Returns how far each device and writer is: its messages are numbered from 1, and go one after the other. */
    progress: (): Progress[] => [
      ...devices.map(({ jobId, typed, acknowledged }, n) => ({
        name: `device ${n + 1}`,
        jobId,
        typed: typed.length,
        acknowledged: acknowledged.length,
      })),
      ...[...writers].map(([name, { jobId, acknowledged }]) => ({
        name,
        jobId,
        typed: acknowledged.length + 1,
        acknowledged: acknowledged.length,
      })),
    ],
    /** Has nothing more be typed. */
    stopTyping(): void {
      isTyped = true;
    },
    /** Ends it, once everything has arrived and the stream has brought it. @param follows whether to wait for the stream */
    async end(follows = true): Promise<void> {
      isTyped = true;
      await Promise.all(all().map(({ done }) => done));
      const isRefused = () => devices.some(({ refused }) => refused.length > 0);
      await until('all outboxes are empty', 180, async () => isRefused() || (await waiting()) === 0);
      const isSeen = async () => senders().every(({ sent }) => sent.every((content) => seen.has(content)));
      if (follows) await until('the stream has brought all', 90, isSeen).catch(() => undefined);
      isOver = true;
    },
    /** Compares what is stored, in its order, and what the stream brought, with what was sent. @returns sentences */
    async faults(db: Database): Promise<string[]> {
      const faults = devices.flatMap(({ refused }) => refused);
      for (const { name, jobId, sent, isAll } of senders()) {
        const stored = await storedOf(db, { name, jobId });
        const wrong = sent.findIndex((content, n) => stored[n] !== content);
        if (wrong >= 0) faults.push(`${name}: “${stored[wrong]}” stands where “${sent[wrong]}” should`);
        // The last message of a writer may have been carried out without its response.
        if (
          stored.length > sent.length &&
          (isAll || stored[sent.length] !== `${name} ${sent.length + 1}` || stored.length > sent.length + 1)
        )
          faults.push(`${name}: ${stored.length} stored of ${sent.length}`);
        const unseen = sent.filter((content) => !seen.has(content));
        if (unseen.length > 0) faults.push(`${name}: ${unseen.length} not in the stream, as ${unseen[0]}`);
      }
      return faults;
    },
    summary: () =>
      `${devices.reduce((sum, { typed }) => sum + typed.length, 0)} messages of ${devices.length} devices, ${all().reduce((sum, { acknowledged }) => sum + acknowledged.length, 0)} of ${writers.size} writers, ${seen.size} in the stream`,
  };
}

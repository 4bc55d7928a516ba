import type { Arrived, Office, OpenJob } from './office.ts';

type Entry = { content: string; sha256: readonly string[] };

/** The messages that the app promised to send, to be compared with those of the server. */
export class Ledger {
  readonly #written = new Map<OpenJob, Entry[]>();
  readonly #marks = new Map<string, { job: OpenJob; target: 'NEW' | 'ADDRESSED' }>();

  wrote(job: OpenJob, entry: Entry): void {
    this.#written.set(job, [...(this.#written.get(job) ?? []), entry]);
  }

  marked(job: OpenJob, communicationId: string, target: 'NEW' | 'ADDRESSED'): void {
    this.#marks.set(communicationId, { job, target });
  }

  get messages(): number {
    return [...this.#written.values()].reduce((sum, entries) => sum + entries.length, 0);
  }

  get files(): number {
    return [...this.#written.values()].flat().reduce((sum, { sha256 }) => sum + sha256.length, 0);
  }

  get marks(): number {
    return this.#marks.size;
  }

  /** Returns the differences between promised and arrived messages, a line each; empty when there are none. */
  async differences(office: Office, jobs: readonly OpenJob[]): Promise<string[]> {
    const found: string[] = [];
    for (const job of jobs) {
      found.push(...compared(job.project, this.#written.get(job) ?? [], await office.arrived(job.jobId)));
      const conversation = await office.conversation(job.jobId);
      for (const [communicationId, mark] of this.#marks) {
        if (mark.job !== job) continue;
        const status = conversation.find((message) => message.communicationId === communicationId)?.status;
        if (status !== mark.target)
          found.push(`mark: ${job.project} has ${status}, last asked for ${mark.target}`);
      }
    }
    return found;
  }
}

/** Compares lost, doubled and foreign messages by their count, then order, then files. */
function compared(name: string, written: readonly Entry[], arrived: readonly Arrived[]): string[] {
  const found: string[] = [];
  const countIn = (entries: readonly { content: string }[], content: string) =>
    entries.filter((entry) => entry.content === content).length;
  for (const content of new Set([...written, ...arrived].map((entry) => entry.content))) {
    const wanted = countIn(written, content);
    const there = countIn(arrived, content);
    if (there < wanted) found.push(`lost: ${name}, “${content}” is there ${there} times of ${wanted}`);
    if (there > wanted)
      found.push(`doubled: ${name}, “${content}” is there ${there} times instead of ${wanted}`);
  }
  if (found.length > 0) return found;
  const orderOf = (entries: readonly { content: string }[]) =>
    entries.map(({ content }) => content).join(' · ');
  if (orderOf(written) !== orderOf(arrived)) {
    return [`order: ${name} was written ${orderOf(written)}, has ${orderOf(arrived)}`];
  }
  for (const [at, { content, sha256 }] of written.entries()) {
    if ([...sha256].sort().join() !== arrived[at]?.sha256.join())
      found.push(`files: ${name}, “${content}” differ`);
  }
  return found;
}

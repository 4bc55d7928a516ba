/** What comes first: the page on screen, then the thumbnails in view, then reading text for a search. */
const priorities = ['page', 'ahead', 'thumb', 'text'] as const;
export type Priority = (typeof priorities)[number];

type Task = { rank: number; run: (stop: AbortSignal) => Promise<void>; isDropped: () => boolean };

export type DrawQueue = {
  /** Runs work once nothing more important waits. What is interrupted by something more important runs again later. */
  add<T>(
    priority: Priority,
    signal: AbortSignal | undefined,
    work: (stop: AbortSignal) => Promise<T>,
  ): Promise<T>;
  close(): void;
};

const interrupted = new DOMException('Something more important came.', 'AbortError');

/** Runs one task at a time, by importance: the workers draw one page at a time anyway, and each page takes memory. */
export function createDrawQueue(): DrawQueue {
  const waiting: Task[] = [];
  let running: { task: Task; abort: AbortController } | null = null;
  let isClosed = false;

  async function runNext(): Promise<void> {
    if (running || isClosed) return;
    const task = waiting.shift();
    if (!task) return;
    if (!task.isDropped()) {
      const abort = new AbortController();
      running = { task, abort };
      await task.run(abort.signal);
      running = null;
    }
    void runNext();
  }

  function insert(task: Task, isFirst: boolean): void {
    const at = waiting.findIndex(({ rank }) => (isFirst ? rank >= task.rank : rank > task.rank));
    waiting.splice(at < 0 ? waiting.length : at, 0, task);
    if (running && running.task.rank > task.rank) running.abort.abort(interrupted);
    void runNext();
  }

  return {
    add(priority, signal, work) {
      return new Promise((resolve, reject) => {
        const onAbort = () => reject(signal?.reason);
        if (signal?.aborted) return onAbort();
        signal?.addEventListener('abort', onAbort, { once: true });
        const task: Task = {
          rank: priorities.indexOf(priority),
          isDropped: () => signal?.aborted ?? false,
          async run(interrupt) {
            const stop = signal ? AbortSignal.any([signal, interrupt]) : interrupt;
            try {
              resolve(await work(stop));
            } catch (error) {
              if (interrupt.aborted && !signal?.aborted && !isClosed) return insert(task, true);
              reject(error);
            }
            signal?.removeEventListener('abort', onAbort);
          },
        };
        insert(task, false);
      });
    },
    close() {
      isClosed = true;
      waiting.length = 0;
      running?.abort.abort(new DOMException('The plan is closed.', 'AbortError'));
    },
  };
}

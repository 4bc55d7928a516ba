import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { NoPreview, render, renderLimits } from '../../server/previews/renderer.ts';

export type PreviewResult = {
  /** The large preview, as WebP. */
  picture?: Uint8Array;
  /** Why there is none. */
  none?: string;
  ms: number;
  /** CPU time, and the most memory (resident); 0 where the system does not say. */
  processorMs: number;
  megabytes: number;
};

/** Returns the processes that this one has started for previews. */
function renderers(): string[] {
  const read = (path: string) => {
    try {
      return readFileSync(path, 'utf8');
    } catch {
      return '';
    }
  };
  const children = readdirSync('/proc/self/task').flatMap((task) =>
    read(`/proc/self/task/${task}/children`).split(' ').filter(Boolean),
  );
  return children.filter((pid) => read(`/proc/${pid}/cmdline`).includes('/previews/render.ts'));
}

/** Watches what the renderer of one file takes. */
function watchRenderer() {
  const taken = { processorMs: 0, megabytes: 0 };
  const timer = setInterval(() => {
    try {
      for (const pid of renderers()) {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        taken.processorMs = Math.max(taken.processorMs, (Number(fields[11]) + Number(fields[12])) * 10);
        const most = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
        taken.megabytes = Math.max(taken.megabytes, Math.round(Number(most ?? 0) / 1024));
      }
    } catch {
      // It has ended meanwhile.
    }
  }, 25);
  return {
    end() {
      clearInterval(timer);
      return taken;
    },
  };
}

/** Makes the preview of a file as the server does, in the program with its limits. One at a time: they are told apart by nothing. */
export async function previewOf(file: string): Promise<PreviewResult> {
  const { size } = await stat(file);
  const watch = watchRenderer();
  const began = performance.now();
  const open = async () => createReadStream(file);
  const made = await render(
    { contentType: 'application/pdf', size, open },
    renderLimits,
    new AbortController().signal,
  ).then(
    ({ page }) => ({ picture: page }),
    (error: unknown) => ({ none: error instanceof NoPreview ? error.why : String(error) }),
  );
  return { ...made, ms: Math.round(performance.now() - began), ...watch.end() };
}

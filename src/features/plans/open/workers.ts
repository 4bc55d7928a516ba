import { arePdfjsFilesCached, pdfjsPath } from '../../../offline/pdfjsFiles.ts';
import { scriptAddress } from '../../../scriptAddress.ts';
import { whenIdle } from '../../../timing.ts';
import parserScript from '../parser/parserWorker.ts?worker&url';

/** Workers that parse and draw a document. */
export type Workers = { parser: Worker; renderer: Worker | null };

/** So long workers wait for a plan to be opened. */
const waitMs = 60_000;

let waiting: { workers: Workers; timer: number } | null = null;
let isAsked = false;

function startWorker(script: string): Worker {
  return new Worker(scriptAddress(script), { type: 'module' });
}

/** Starts workers, or returns those that wait. @param draws whether one of them draws */
export function startWorkers(draws = true): Workers {
  const ready = draws ? waiting : null;
  if (ready) {
    forget();
    return ready.workers;
  }
  return {
    parser: startWorker(parserScript),
    renderer: draws ? startWorker(`${pdfjsPath}pdf.renderer.min.mjs`) : null,
  };
}

function forget(): void {
  clearTimeout(waiting?.timer);
  waiting = null;
}

/**
 * Starts the workers of the plan that is likely to be opened, once nothing else is to be done: most of the time until its first page goes
 * into loading them. Only where that loads nothing from the network.
 */
export async function prepareWorkers(): Promise<void> {
  if (waiting || isAsked) return;
  isAsked = true;
  const isCached = await arePdfjsFilesCached().catch(() => false);
  if (!isCached) isAsked = false;
  else whenIdle(wait);
}

function wait(): void {
  isAsked = false;
  const workers = startWorkers();
  const end = () => {
    if (waiting?.workers !== workers) return;
    forget();
    workers.parser.terminate();
    workers.renderer?.terminate();
  };
  waiting = { workers, timer: window.setTimeout(end, waitMs) };
  // Those that fail to start are started again when they are needed, and say it then.
  for (const worker of [workers.parser, workers.renderer]) worker?.addEventListener('error', end);
}

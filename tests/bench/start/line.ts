import { startFaultProxy } from '../../support/faultProxy.ts';
import { startSlowLine } from '../../support/slowLine.ts';

/** Slow 4G as browsers' own tools have it: so long for each request, and so many bits a second for all of them together. */
export const slow4g = { roundTripMs: 562, bitsPerSecond: 1.44e6 };

/**
 * The line between a device and a server. It is slow outside of the browser, whose own throttling leaves out what a worker
 * asks for: a worker that fetches the whole app beside the page has to share the line with it.
 */
export type Line = {
  /** The origin that the browser sees. */
  url: string;
  become(kind: 'fast' | 'Slow 4G' | 'dead'): void;
  close(): Promise<void>;
};

export async function startLine(target: string): Promise<Line> {
  const far = await startFaultProxy(target);
  const near = await startSlowLine(far.url);
  return {
    url: near.url,
    become(kind) {
      near.cut(kind === 'dead' ? Number.POSITIVE_INFINITY : 0);
      far.roundTripMs = kind === 'Slow 4G' ? slow4g.roundTripMs : 0;
      near.bitsPerSecond = kind === 'Slow 4G' ? slow4g.bitsPerSecond : Number.POSITIVE_INFINITY;
    },
    async close() {
      await near.close();
      await far.close();
    },
  };
}

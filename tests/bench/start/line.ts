import { type FaultProxy, startFaultProxy } from '../../support/network/faultProxy.ts';
import { startSlowLine } from '../../support/network/slowLine.ts';

/** Slow 4G as browsers' own tools have it: a delay for each request, and a bandwidth for all of them together. */
export const slow4g = { roundTripMs: 562, bitsPerSecond: 1.44e6 };

/**
 * The connection between a device and a server. It is slowed outside of the browser, whose own throttling omits a worker's
 * requests: a worker that downloads the whole app has to share the connection with the page.
 */
export type Line = {
  /** The origin that the browser sees. */
  url: string;
  /** Where single requests get faults. */
  proxy: Pick<FaultProxy, 'plan'>;
  become(kind: 'fast' | 'Slow 4G' | 'dead'): void;
  close(): Promise<void>;
};

export async function startLine(target: string): Promise<Line> {
  const far = await startFaultProxy(target);
  const near = await startSlowLine(far.url);
  return {
    url: near.url,
    proxy: far,
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

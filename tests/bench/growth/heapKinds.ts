import type { CDPSession } from '@playwright/test';
import { heapMbOf } from '../start/visit.ts';

/** The heap in use after a collection, in MB. */
export type HeapKinds = {
  mb: number;
  /** The part with compiled scripts: it grows, and they get faster, the more often code runs. */
  compiledMb: number;
};

type Snapshot = {
  snapshot: { meta: { node_fields: string[]; node_types: [string[]] } };
  nodes: number[];
};

export async function heapKindsOf(session: CDPSession): Promise<HeapKinds> {
  const mb = await heapMbOf(session);
  const chunks: string[] = [];
  const keep = ({ chunk }: { chunk: string }) => void chunks.push(chunk);
  session.on('HeapProfiler.addHeapSnapshotChunk', keep);
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  session.off('HeapProfiler.addHeapSnapshotChunk', keep);
  const { snapshot, nodes } = JSON.parse(chunks.join('')) as Snapshot;
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const compiled = types[0].indexOf('code');
  const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')];
  let bytes = 0;
  for (let at = 0; at < nodes.length; at += fields.length) {
    if (nodes[at + type] === compiled) bytes += nodes[at + size] ?? 0;
  }
  return { mb, compiledMb: bytes / 2 ** 20 };
}

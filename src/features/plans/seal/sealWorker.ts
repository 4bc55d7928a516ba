import type { SealReport } from './Seal.ts';
import { type Means, verifySeals } from './verifySeals.ts';

/** Verifies the signatures of a PDF away from the page, which ends it when it takes too long. */
type Scope = {
  postMessage(report: SealReport): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<SealQuestion>) => void): void;
};
export type SealQuestion = { bytes: Uint8Array<ArrayBuffer>; means: Means };
const scope = globalThis as unknown as Scope;

scope.addEventListener('message', async ({ data: { bytes, means } }) => {
  scope.postMessage(await verifySeals(bytes, means));
});

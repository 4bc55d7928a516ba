import { useSyncExternalStore } from 'react';
import type { Transfer } from '../../api/requestBody.ts';
import { onUploadProgress, uploadOf } from '../../outbox/waiting.ts';

/** How far the files of a record are that this window is sending. */
export function useUpload(clientId: string): Transfer | undefined {
  return useSyncExternalStore(onUploadProgress, () => uploadOf(clientId));
}

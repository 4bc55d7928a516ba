import { canRequestPersistence, isStoragePersistent } from '../../device/storagePersistence.ts';
import { type KeptHere, readKeptHere } from './keptHere.ts';

export type DeviceStorage = {
  /** Bytes; undefined where the browser does not say. */
  used: number | undefined;
  quota: number | undefined;
  /** Whether the browser has promised not to clear it by itself. */
  persisted: boolean;
  /** Whether it can be asked for that promise. */
  askable: boolean;
  kept: KeptHere;
};

/** How much the app keeps on this device, as far as the browser tells. */
export async function readDeviceStorage(uid: string): Promise<DeviceStorage> {
  const { storage } = navigator as { storage?: Partial<StorageManager> };
  const [estimate, persisted, kept] = await Promise.all([
    storage?.estimate?.().catch(() => undefined),
    isStoragePersistent(),
    readKeptHere(uid),
  ]);
  return { used: estimate?.usage, quota: estimate?.quota, persisted, askable: canRequestPersistence(), kept };
}

export type DeviceStorage = {
  /** Bytes; undefined where the browser does not say. */
  used: number | undefined;
  quota: number | undefined;
  /** Whether the browser has promised not to clear it by itself. */
  persisted: boolean;
  /** Whether it can be asked for that promise. */
  askable: boolean;
};

/** How much the app keeps on this device, as far as the browser tells. */
export async function readDeviceStorage(): Promise<DeviceStorage> {
  const { storage } = navigator as { storage?: Partial<StorageManager> };
  const [estimate, persisted] = await Promise.all([
    storage?.estimate?.().catch(() => undefined),
    storage?.persisted?.().catch(() => false),
  ]);
  return {
    used: estimate?.usage,
    quota: estimate?.quota,
    persisted: persisted ?? false,
    askable: storage?.persist !== undefined,
  };
}

/** Asks the browser to keep the app's data until somebody removes it. Called after a tap only: some browsers ask back. */
export async function askToKeep(): Promise<boolean> {
  return navigator.storage.persist().catch(() => false);
}

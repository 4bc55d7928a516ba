/** Returns how many bytes this device still gives the app; null where the browser does not say. */
export async function storageLeft(): Promise<number | null> {
  const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {};
  return quota === undefined ? null : quota - (usage ?? 0);
}

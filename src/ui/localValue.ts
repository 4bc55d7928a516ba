/** Returns the value stored on this device under a key; null where there is none, or the browser allows no storage. */
export function readLocalValue(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a value on this device, or removes it (null). Without effect where the storage is full or not allowed. */
export function saveLocalValue(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // The value lasts as long as the page.
  }
}

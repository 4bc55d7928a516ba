/** What a device measures of its own use: seconds, but for `update-bytes`. */
export const fieldMeasures = [
  /** From the navigation to the largest paint of the first screen (LCP). */
  'largest-paint',
  /** From a tap or a key to the next frame: the slowest but a few, until the app is left for the first time (INP). */
  'interaction',
  /** From the navigation to the first rows of the first list, as the server has sent them. */
  'list-from-server',
  /** The same, as the device had them. */
  'list-from-device',
  /** From *Update* to the first list of the new version. */
  'update',
  /** What the device fetched of a new version. */
  'update-bytes',
  /** From the key to the server's response, for what leaves at once: messages, notes, marks. */
  'outbox',
] as const;
export type FieldMeasure = (typeof fieldMeasures)[number];

export const engines = ['chromium', 'firefox', 'webkit'] as const;
export type Engine = (typeof engines)[number];

export const screens = ['phone', 'desk'] as const;

export type Measured = { what: FieldMeasure; value: number };

/** Measures in one request: the app sends more in several. */
export const mostMeasured = 50;

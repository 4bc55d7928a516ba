const units = ['KB', 'MB', 'GB'] as const;

/** `812 B`, `1.5 KB`, `100 MB`: units of 1024 bytes, as the upload limit counts them. */
export function fileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  let value = bytes / 1024;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const shown = value < 10 ? value.toFixed(1).replace(/\.0$/, '') : String(Math.round(value));
  return `${shown} ${units[unit]}`;
}

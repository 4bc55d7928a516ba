/** Some programs leave out what the standard begins it with. */
const pattern = /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?([Z+-])?(\d\d)?'?(\d\d)?'?$/;

/** Reads a date of a PDF, as `D:20261128103000-05'00'`, in milliseconds; null for anything else. */
export function dateOf(text: string): number | null {
  const found = pattern.exec(text);
  if (!found) return null;
  const [year, month = '01', day = '01', hour = '00', minute = '00', second = '00'] = found.slice(1);
  const offset = (Number(found[8] ?? 0) * 60 + Number(found[9] ?? 0)) * (found[7] === '-' ? -1 : 1);
  const local = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isFinite(local) ? local - offset * 60_000 : null;
}

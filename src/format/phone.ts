/**
 * `+14155550132;ext=12` → `(415) 555-0132 ext. 12`; numbers of other countries stay as they are (their numbering plans are 30 KB).
 */
export function formatPhone(phone: string): string {
  return phone.replace(/^\+1(\d{3})(\d{3})(\d{4})/, '($1) $2-$3').replace(';ext=', ' ext. ');
}

/** Returns the link that calls a number; phones wait at the comma, then dial the extension. */
export function phoneLink(phone: string): string {
  return `tel:${phone.replace(';ext=', ',')}`;
}

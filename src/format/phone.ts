/** `+14155550132` → `(415) 555-0132`; numbers of other countries stay as they are (their numbering plans are 30 KB). */
export function formatPhone(phone: string): string {
  return phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');
}

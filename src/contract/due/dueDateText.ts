/**
 * A due date, `2026-11-27`, as MM/DD/YY. A year that is neither this one nor the next has four digits: two would hide a date that was
 * mistyped.
 */
export function dueDateText(isoDate: string, nowSeconds = Date.now() / 1000): string {
  const [year = '', month, day] = isoDate.split('-');
  const ahead = Number(year) - new Date(nowSeconds * 1000).getFullYear();
  return `${month}/${day}/${ahead === 0 || ahead === 1 ? year.slice(2) : year}`;
}

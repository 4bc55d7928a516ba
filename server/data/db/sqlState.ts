/** SQLSTATE of an error that came from a database, or `''`. */
export function sqlState(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  return typeof code === 'string' && /^[0-9][0-9A-Z]{4}$/.test(code) ? code : '';
}

/** The name of the unique index, key or check a row would have broken, or `''`. */
export function brokenConstraint(error: unknown): string {
  if (!sqlState(error).startsWith('23') || !(error instanceof Error)) return '';
  return 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : '';
}

/**
 * States that say "not now", not "never": connection (08), conflict or deadlock (40), resources (53), a lock or time
 * limit (55P03, 57014), shut-down (57P), the disk (58).
 */
export function isPassingState(state: string): boolean {
  return /^(08|40001|40P01|53|55P03|57014|57P|58)/.test(state);
}

/** Message of a transaction whose work swallowed the error of a statement: databases then roll back silently instead of committing. */
export const swallowedErrorText = 'A statement failed in this transaction, and its error went no further.';

/** SQLSTATE of a statement that waited longer than `lock_timeout` for a lock. */
export const lockNotAvailable = '55P03';

/** Of a write to a database that only reads: a standby, or a former primary. */
export const readOnly = '25006';

/** Returns the SQLSTATE of an error of the database, or `''`. */
export function sqlState(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  return typeof code === 'string' && /^[0-9][0-9A-Z]{4}$/.test(code) ? code : '';
}

/** Returns the name of the index, key or check that a row violated, or `''`. */
export function brokenConstraint(error: unknown): string {
  if (!sqlState(error).startsWith('23') || !(error instanceof Error)) return '';
  return 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : '';
}

/** Whether a SQLSTATE makes its connection unusable: it is broken (08), leads to a former primary (25006), or is shut down (57P). */
export function endsConnection(state: string): boolean {
  return state === readOnly || /^(08|57P)/.test(state);
}

/**
 * Whether a SQLSTATE is temporary: an unusable connection (`endsConnection`), conflict or deadlock (40), resources (53), a lock or time
 * limit (55P03, 57014), disk (58).
 */
export function isTransientState(state: string): boolean {
  return endsConnection(state) || /^(40001|40P01|53|55P03|57014|58)/.test(state);
}

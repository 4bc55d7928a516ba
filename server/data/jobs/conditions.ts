/** Collects SQL conditions with their numbered parameters. */
export class Conditions {
  readonly clauses: string[] = ['true'];
  readonly params: unknown[];

  constructor(params: unknown[] = []) {
    this.params = params;
  }

  /** Adds a condition; each `?` in it is the next of `values`. */
  add(clause: string, ...values: unknown[]): void {
    const rest = [...values];
    this.clauses.push(clause.replaceAll('?', () => `$${this.params.push(rest.shift())}`));
  }

  /** Returns a parameter that several clauses may use. */
  parameter(value: unknown, type: string): string {
    return `$${this.params.push(value)}::${type}`;
  }

  /**
   * Adds a condition that a column has one of these values. Compares a single value with `=`, so that an index returns the jobs in their
   * order.
   */
  addOneOf(column: string, values: readonly string[]): void {
    const [only, ...others] = values;
    if (others.length === 0) this.add(`${column} = ?`, only);
    else this.add(`${column} = any(?::text[])`, values);
  }

  get sql(): string {
    return this.clauses.join(' and ');
  }
}

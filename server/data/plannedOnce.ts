const planned = new Map<string, string>();

/**
 * Marks a statement whose plan does not depend on the values of its parameters: PostgreSQL then reads and plans it once for each
 * line, which takes longer than to run it. Its text must be one of few, without anything a person typed in it.
 */
export function plannedOnce(sql: string): string {
  if (!planned.has(sql)) planned.set(sql, `planned_${planned.size}`);
  return sql;
}

/** Under what name a statement that was marked is prepared; undefined for others. */
export function preparedName(sql: string): string | undefined {
  return planned.get(sql);
}

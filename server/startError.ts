/** Why the product cannot start, as sentences for whoever started it. Its stack is nobody's business. */
export class StartError extends Error {
  override name = 'StartError';
}

/**
 * The header that our server puts on every answer, whatever its status. A proxy, a gateway or a network's sign-in page that
 * answers in its place does not have it; a reverse proxy in front of the server must let it pass.
 */
export const answerMark = 'ev-jobs';

/** Told when a form lets go of what it sends. */
export const keptWords = 'Kept on this device. It is sent by itself as soon as there is a signal.';

/** What the world takes from the server's own code, in the modules of one server. */
export { buildApp } from '../../../server/app.ts';
export { emulatorVerifier } from '../../../server/auth/auth.ts';
export { Unavailable } from '../../../server/errors/errors.ts';
export { FileMissing } from '../../../server/files/files.ts';
export { headOf, readEmail } from '../../../server/replies/readEmail.ts';

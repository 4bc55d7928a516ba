import { constants, setPriority } from 'node:os';
import { compressFolder } from './compressFolder.ts';

/** Compresses the files of a built app while the server that serves it runs, and yields to it. */
setPriority(constants.priority.PRIORITY_LOW);
const [folder = ''] = process.argv.slice(2);
await compressFolder(folder);

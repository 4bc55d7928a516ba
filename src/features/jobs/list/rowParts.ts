/** What the rows of the list do beside being there. It is loaded once the first of them stand. */

export { moveByKeys } from './moveByKeys.ts';
export { forgetIntent, intend, watchNear } from './nearJobs.ts';
export { rowPlacer } from './rowPlacer.ts';
export { watchLongPress } from './watchLongPress.ts';

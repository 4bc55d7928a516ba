import { annotationCounts } from '../../support/files/countAnnotations.ts';

/** For the story `annotations`. */
Object.assign(window, { annotationCounts });

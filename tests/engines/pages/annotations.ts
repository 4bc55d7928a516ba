import { annotationCounts } from '../../support/countAnnotations.ts';

/** For the story `annotations`. */
Object.assign(window, { annotationCounts });

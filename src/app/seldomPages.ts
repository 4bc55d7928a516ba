/** Pages that most people never see. They are loaded after the first screen, before the line that they tell of is gone. */

export { ErrorPage } from './ErrorPage.tsx';
export { NotFoundPage } from './NotFoundPage.tsx';

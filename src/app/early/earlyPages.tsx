import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterContextProvider } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { queryClient } from '../../api/queries.ts';
import { setPhoneRegions, splitRegions } from '../../contract/users/phoneRegions.ts';
import { ForgotPasswordPage } from '../../features/auth/ForgotPasswordPage.tsx';
import { SignInPage } from '../../features/auth/SignInPage.tsx';
import { SignUpPage } from '../../features/auth/SignUpPage.tsx';
import { createAppRouter } from '../routes.tsx';
import { EarlyFailure } from './EarlyFailure.tsx';

type EarlyPage = { path: string; Page: ComponentType; module: string };

/** The pages whose forms stand in a document of their own, by the name of its file. */
const pages: Readonly<Record<string, EarlyPage>> = {
  signin: { path: '/auth/signin', Page: SignInPage, module: 'SignInPage' },
  signup: {
    path: '/auth/signup',
    Page: () => <SignUpPage invitation={undefined} />,
    module: 'SignUpPage',
  },
  // While the invitation is read: it says who is invited as what.
  invited: { path: '/auth/signup', Page: () => <SignUpPage invitation="-" />, module: 'SignUpPage' },
  'forgot-password': {
    path: '/auth/forgot-password',
    Page: ForgotPasswordPage,
    module: 'ForgotPasswordPage',
  },
};

/**
 * Renders the early forms: what the app renders at these addresses for somebody who is not signed in. Runs while the app is built.
 */
export function renderEarlyPages() {
  setPhoneRegions(splitRegions(import.meta.env.PHONE_REGIONS));
  return Object.entries(pages).map(([name, { path, Page, module }]) => {
    const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
    const form = renderToStaticMarkup(
      <QueryClientProvider client={queryClient}>
        <RouterContextProvider router={router}>
          <Page />
        </RouterContextProvider>
      </QueryClientProvider>,
      { identifierPrefix: 'early' },
    );
    return { name, path, module, form, failure: renderToStaticMarkup(<EarlyFailure />) };
  });
}

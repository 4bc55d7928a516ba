import { Link } from '@tanstack/react-router';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { useSession } from '../../session/useSession.ts';
import { Brand } from '../../ui/Brand.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import styles from './AuthSheet.module.css';

/** Decoration: the page does not wait for it, and its space is reserved. */
const CoverDrawing = lazy<ComponentType>(() =>
  import('./CoverDrawing.tsx').then(
    (module) => ({ default: module.CoverDrawing }),
    () => ({ default: () => null }),
  ),
);

type Props = {
  title: string;
  note?: ReactNode;
  children: ReactNode;
  /** Links and buttons that lead elsewhere. */
  foot?: ReactNode;
  /** For the long forms. */
  wide?: boolean;
};

/** The layout of every page before the app itself: the blueprint cover beside or above, one task on paper. */
export function AuthSheet({ title, note, children, foot, wide = false }: Props) {
  return (
    <div className={styles.desk} data-wide={wide || undefined}>
      <header className={styles.cover} data-frame="">
        <p className={styles.name} translate="no">
          <Brand />
        </p>
        <Suspense fallback={null}>
          <CoverDrawing />
        </Suspense>
        <p className={styles.line}>Stamped documents, tracked to delivery.</p>
      </header>
      <main className={styles.main} tabIndex={-1}>
        <div className={styles.task}>
          <PageHeading title={title} note={note} />
          {children}
          {foot && <footer className={styles.foot}>{foot}</footer>}
        </div>
      </main>
    </div>
  );
}

type AuthLinkProps = { to: '/auth/signin' | '/auth/signup' | '/auth/forgot-password'; children: ReactNode };

/** A link to another page of the access flow, which keeps the page that was asked for (`next`). */
export function AuthLink({ to, children }: AuthLinkProps) {
  return (
    <Link to={to} search={({ next }) => (next ? { next } : {})}>
      {children}
    </Link>
  );
}

/** Leads to the sign-in, or, signed in, as far as the guard admits the user. @param next the page to continue with */
export function ContinueLink({ next }: { next: string | undefined }) {
  const isSignedOut = useSession().stage === 'signed-out';
  return (
    <ButtonLink to={isSignedOut ? '/auth/signin' : '/'} search={next ? { next } : {}} variant="primary" wide>
      {isSignedOut ? 'Sign in' : 'Continue'}
    </ButtonLink>
  );
}

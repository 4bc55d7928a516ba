import type { ReactNode } from 'react';
import type { UserType } from '../contract/enums.ts';
import { ButtonLink } from './Button.tsx';
import { NotFound } from './feedback/NotFound.tsx';
import { PageHeading } from './PageHeading.tsx';

type Props = { userType: UserType; title: string; note: string; wide?: true; children: ReactNode };

/** A page of the settings, which only admins have. */
export function AdminPage({ userType, title, note, wide, children }: Props) {
  if (userType !== 'ADMIN') return <NotFound />;
  return (
    <div className="page" data-narrow={wide ? undefined : ''}>
      <PageHeading title={title} over="Settings" note={note}>
        <ButtonLink to="/settings">Back to settings</ButtonLink>
      </PageHeading>
      {children}
    </div>
  );
}

import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isPdf } from '../../contract/jobs/jobDetails.ts';
import { openViewer, type ViewedFile } from './viewer.ts';

type Props = {
  jobId: string;
  file: ViewedFile;
  /** The files that it is listed with; the viewer goes through the photos among them. */
  files: readonly ViewedFile[];
  className: string | undefined;
  /** Its accessible name. */
  label: string;
  title?: string;
  children: ReactNode;
};

/** Opens a stored file: a PDF on its page, by a link; a photo in the viewer over this page. */
export function OpenFile({ jobId, file, files, label, children, ...rest }: Props) {
  if (isPdf(file)) {
    return (
      <Link
        {...rest}
        aria-label={label}
        to="/plans/$jobId/$key"
        params={{ jobId, key: file.key }}
        preload="viewport"
      >
        {children}
      </Link>
    );
  }
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      onClick={() => openViewer({ jobId, files, key: file.key })}
    >
      {children}
    </button>
  );
}

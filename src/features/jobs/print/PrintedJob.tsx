import { queryOptions, useQueries } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { previewQuery } from '../../../api/attachments.ts';
import { deliveredOf } from '../../../contract/jobs/delivered.ts';
import type { Job } from '../../../contract/jobs/job.ts';
import {
  type Attachment,
  hasDetails,
  hasPreview,
  type JobDetails,
} from '../../../contract/jobs/jobDetails.ts';
import { isIncomplete } from '../../../ui/files/PreviewNote.tsx';
import { printedImage } from '../../../ui/files/printedImage.ts';
import { useIsWide } from '../../../ui/useIsWide.ts';
import { JobSheet } from './JobSheet.tsx';

/** Pictures of a printed job; its rest is on the two pages beside them. */
const mostPictures = 8;
/** Pictures that are not here by then are left out. */
const longestWaitMs = 20_000;

/** Returns the files to show as pictures: photos first, then first pages of PDFs. */
function picturedFiles(job: JobDetails): Attachment[] {
  const delivered = deliveredOf(job).flatMap(({ file, superseded }) => (file && !superseded ? file : []));
  const shown = [...job.attachments, ...delivered].filter(({ contentType }) => hasPreview(contentType));
  const isPhoto = ({ contentType }: Attachment) => contentType.startsWith('image/');
  return [...shown.filter(isPhoto), ...shown.filter((file) => !isPhoto(file))].slice(0, mostPictures);
}

/** The query of a picture to print; null for a file without a preview. */
function pictureQuery(file: Attachment, enabled: boolean) {
  return queryOptions({
    queryKey: ['printed', file.key] as const,
    queryFn: async ({ client }) => {
      const preview = await client.ensureQueryData(previewQuery(file, 'thumb'));
      return preview && { image: await printedImage(preview), lacks: await isIncomplete(preview) };
    },
    enabled,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

type Props = {
  job: Job | JobDetails;
  /** Whether it is to be printed, once it is read and its pictures are here. The browser's own menu prints it too. */
  isAsked: boolean;
  /** Called as the browser prints it, or once it cannot. */
  onDone: () => void;
};

/**
 * Renders a job on one or two pages, on paper only and in place of its page: what goes with the wet stamps. It says nothing that a
 * client may not read; the chat, the timeline and staff notes are not on it.
 */
export function PrintedJob({ job, isAsked, onDone }: Props) {
  const read = hasDetails(job) ? job : undefined;
  const isRead = read !== undefined;
  const pictured = read ? picturedFiles(read) : [];
  /** Rendered with the first print, so that nothing else finds its text in the page. */
  const [isShown, setShown] = useState(false);
  if (isAsked && !isShown) setShown(true);
  // The browser's own menu waits for nothing; on a phone it prints without pictures rather than have each visit load them.
  const isDesk = useIsWide();
  const pictures = useQueries({ queries: pictured.map((file) => pictureQuery(file, isDesk || isAsked)) });
  const isReady = pictures.every(({ isPending }) => !isPending);

  useEffect(() => {
    const show = () => flushSync(() => setShown(true));
    window.addEventListener('beforeprint', show);
    return () => window.removeEventListener('beforeprint', show);
  }, []);
  const print = useEffectEvent(() => {
    onDone();
    window.print();
  });
  useEffect(() => {
    if (!isAsked || !isRead) return;
    const timer = setTimeout(print, isReady ? 0 : longestWaitMs);
    return () => clearTimeout(timer);
  }, [isAsked, isRead, isReady]);

  const images = pictured.flatMap((file, index) => {
    const picture = pictures[index]?.data;
    return picture ? { file, ...picture } : [];
  });
  return isShown && read && <JobSheet job={read} images={images} />;
}

import { useQuery } from '@tanstack/react-query';
import { previewQuery } from '../../api/attachments.ts';
import { Thumb } from '../../ui/Thumb.tsx';
import { useNear } from '../../ui/useNear.ts';
import type { ChatFile } from './MessageFiles.tsx';

/** A small picture of a file, fetched when it comes near the screen. */
export function Thumbnail({ file }: { file: ChatFile }) {
  const [frame, near] = useNear<HTMLSpanElement>();
  const { data, isError } = useQuery({ ...previewQuery(file, 'thumb'), enabled: near });
  return <Thumb ref={frame} picture={isError ? null : data} contentType={file.contentType} />;
}

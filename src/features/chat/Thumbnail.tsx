import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { attachmentQuery, type StoredFile } from '../../api/attachmentBlob.ts';
import { useObjectUrl } from '../../ui/useObjectUrl.ts';
import styles from './MessageFiles.module.css';

/** A small picture of an image file, fetched when it comes near the screen; its frame has its size from the start. */
export function Thumbnail({ file }: { file: StoredFile }) {
  const frame = useRef<HTMLSpanElement>(null);
  const [near, setNear] = useState(false);
  const { data } = useQuery({ ...attachmentQuery(file), enabled: near });
  const url = useObjectUrl(data);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true);
      },
      { rootMargin: '200px' },
    );
    if (frame.current) observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  return (
    <span ref={frame} className={styles.picture}>
      {url && <img src={url} alt="" />}
    </span>
  );
}

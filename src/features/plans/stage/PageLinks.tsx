import { type MouseEvent, useEffect, useState } from 'react';
import type { Plan } from '../open/openPlan.ts';
import type { Box, Size } from '../page/box.ts';
import type { Target } from '../page/documentParts.ts';
import { linksOf, type PageLink } from '../page/links.ts';
import styles from './PlanStage.module.css';
import { placed } from './placed.ts';

type Props = {
  plan: Plan;
  page: number;
  size: Size;
  onFollow: (target: Target) => void;
  /** Brings a link into view that has got the focus. */
  onFocus: (box: Box) => void;
};

/** Shows the links of a page in their places: for the mouse, for fingers, and for keys. */
export function PageLinks({ plan, page, size, onFollow, onFocus }: Props) {
  const [links, setLinks] = useState<readonly PageLink[]>([]);
  useEffect(() => {
    setLinks([]);
    const stopping = new AbortController();
    plan.read(page, linksOf, stopping.signal).then(setLinks, () => undefined);
    return () => stopping.abort();
  }, [plan, page]);
  return links.map((link, at) => {
    const { url, text, box } = link;
    const shared = {
      className: styles.link,
      'data-link': '',
      style: placed(box, size),
      onFocus: () => onFocus(box),
    };
    return url ? (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: the links of a page never move.
        key={at}
        {...shared}
        href={url}
        title={url}
        aria-label={text ? `${text}, ${url}` : url}
        target="_blank"
        rel="noopener noreferrer"
        draggable={false}
        onClick={leaveToGestures}
      />
    ) : (
      <button
        // biome-ignore lint/suspicious/noArrayIndexKey: the links of a page never move.
        key={at}
        {...shared}
        type="button"
        aria-label={text || 'Link to another place'}
        onClick={(event) => {
          leaveToGestures(event);
          if (!event.defaultPrevented) onFollow(link);
        }}
      />
    );
  });
}

/** Lets what a pointer does be followed once: the gestures of the stage pass a tap on (`gestures.ts`). */
function leaveToGestures(event: MouseEvent): void {
  const { pointerType } = event.nativeEvent as PointerEvent;
  if (event.detail > 0 && pointerType) event.preventDefault();
}

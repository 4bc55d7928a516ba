import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { onPadPinch } from '../onPadPinch.ts';

type Size = { width: number; height: number };
/** `zoom`: 1 shows the whole picture; `x`, `y`: pixels of the screen from the middle of the frame to that of the picture. */
type View = { zoom: number; x: number; y: number };

const whole: View = { zoom: 1, x: 0, y: 0 };
/** Pixels of the screen for one of the picture, at most. */
const mostScale = 2;

/** Changes the zoom around a point of the screen, and moves the picture by a distance. */
export type ChangeView = (
  by: number,
  at?: readonly [number, number] | null,
  distance?: readonly [number, number],
) => void;

/** Which part of a picture a frame shows, and how large. The wheel scrolls it, and zooms with Ctrl. */
export function useView(frame: RefObject<HTMLElement | null>, picture: Size) {
  const [size, setSize] = useState<Size | null>(null);
  const [view, setView] = useState(whole);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);

  const fit = size ? Math.min(size.width / picture.width, size.height / picture.height) : 0;
  const most = Math.max(4, mostScale / (fit || 1));
  const latest = useRef({ size, fit, most, picture });
  useEffect(() => {
    latest.current = { size, fit, most, picture };
  });

  const change = useCallback<ChangeView>(
    (by, at = null, [dx, dy] = [0, 0]) => {
      const element = frame.current;
      const now = latest.current;
      if (!element || !now.size) return;
      const box = element.getBoundingClientRect();
      const [px, py] = at ? [at[0] - box.x - box.width / 2, at[1] - box.y - box.height / 2] : [0, 0];
      const { width, height } = now.size;
      setView((before) => {
        const zoom = Math.min(now.most, Math.max(1, before.zoom * by));
        const grown = zoom / before.zoom;
        const scale = now.fit * zoom;
        // The picture cannot leave the frame.
        const limited = (offset: number, length: number, room: number) => {
          const slack = Math.max(0, (length * scale - room) / 2);
          return Math.min(slack, Math.max(-slack, offset));
        };
        return {
          zoom,
          x: limited(px - (px - before.x) * grown + dx, now.picture.width, width),
          y: limited(py - (py - before.y) * grown + dy, now.picture.height, height),
        };
      });
    },
    [frame],
  );
  const showWhole = useCallback(() => setView(whole), []);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    // Not passive, because the page would zoom or scroll as well.
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      const at = [event.clientX, event.clientY] as const;
      if (event.ctrlKey || event.metaKey) change(Math.exp(-event.deltaY / 200), at);
      else change(1, null, [-event.deltaX, -event.deltaY]);
    };
    const listening = new AbortController();
    const { signal } = listening;
    element.addEventListener('wheel', wheel, { passive: false, signal });
    onPadPinch(element, signal, (by, { clientX, clientY }) => change(by, [clientX, clientY]));
    return () => listening.abort();
  }, [frame, change]);
  const scale = fit * view.zoom;
  const place = size && {
    width: picture.width * scale,
    height: picture.height * scale,
    left: (size.width - picture.width * scale) / 2 + view.x,
    top: (size.height - picture.height * scale) / 2 + view.y,
  };
  return { place, scale, isWhole: view.zoom === 1, isLargest: view.zoom >= most, change, showWhole };
}

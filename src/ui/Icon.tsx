import type { IconNode } from 'lucide';
import { createElement, Fragment, type ReactElement } from 'react';
import styles from './Icon.module.css';

const drawings = new WeakMap<IconNode, ReactElement>();

/** Joins the plain paths of an icon into one, so that it has fewer elements. All of them are stroked alike. */
function draw(icon: IconNode): ReactElement {
  const shapes: ReactElement[] = [];
  let path = '';
  for (const [tag, attributes] of icon) {
    const isPlain = tag === 'path' && Object.keys(attributes).length === 1;
    // An `m` would start from where the path before it ends.
    if (isPlain) path += String(attributes.d).replace(/^m/, 'M0 0m');
    else shapes.push(createElement(tag, attributes));
  }
  if (path) shapes.push(createElement('path', { d: path }));
  return createElement(Fragment, null, ...shapes);
}

function drawingOf(icon: IconNode): ReactElement {
  const drawing = drawings.get(icon) ?? draw(icon);
  drawings.set(icon, drawing);
  return drawing;
}

/** Draws an icon of Lucide. Screen readers skip it: the words beside it, or the label of its button, say what it means. */
export function Icon({ of }: { of: IconNode }) {
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
      {drawingOf(of)}
    </svg>
  );
}

import { memo } from 'react';
import styles from './DrawingSurface.module.css';
import type { Drawing, Shape } from './drawing.ts';
import { boxOf, handlesOf, pathOf } from './geometry.ts';
import { ascent, colors, fontSize, lineHeight, outlineWidth, strokeWidth } from './shapeStyle.ts';

type Props = { shape: Shape; picture: Pick<Drawing, 'width' | 'height'> };

/** A shape on the screen, and an invisible wider one around it for fingers. */
export const ShapeView = memo(function ShapeView({ shape, picture }: Props) {
  const { fill, outline } = colors[shape.color];
  if (shape.kind === 'text') {
    const size = fontSize(picture, shape.size);
    const box = boxOf(shape, picture);
    return (
      <g data-shape={shape.id}>
        <rect className={styles.touch} {...box} />
        <text className={styles.text} fontSize={size} fill={fill} stroke={outline} strokeWidth={size / 5}>
          {shape.lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a shape never change their order.
            <tspan key={at} x={shape.at[0]} y={shape.at[1] + (at * lineHeight + ascent) * size}>
              {line}
            </tspan>
          ))}
        </text>
      </g>
    );
  }
  const stroke = strokeWidth(picture, shape.size);
  const path = pathOf(shape, stroke);
  return (
    <g data-shape={shape.id} className={styles.stroke}>
      <path className={styles.touch} d={path} />
      <path d={path} stroke={outline} strokeWidth={stroke + 2 * outlineWidth(stroke)} />
      <path d={path} stroke={fill} strokeWidth={stroke} />
    </g>
  );
});

type SelectionProps = Props & {
  /** Pixels of the picture in one of the screen. */
  scale: number;
};

/** The frame of the selected shape, and the handles by which it is pulled. */
export function Selection({ shape, picture, scale }: SelectionProps) {
  const box = boxOf(shape, picture);
  const margin = 6 * scale + (shape.kind === 'text' ? 0 : strokeWidth(picture, shape.size));
  const frame = {
    x: box.x - margin,
    y: box.y - margin,
    width: box.width + 2 * margin,
    height: box.height + 2 * margin,
  };
  return (
    <g>
      <rect className={styles.frameUnder} {...frame} />
      <rect className={styles.frame} {...frame} />
      {handlesOf(shape).map(({ at: [x, y] }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the handles of a shape never change their order.
        <g key={index} data-handle={index}>
          <circle className={styles.touch} cx={x} cy={y} r={22 * scale} />
          <circle className={styles.handle} cx={x} cy={y} r={8 * scale} />
        </g>
      ))}
    </g>
  );
}

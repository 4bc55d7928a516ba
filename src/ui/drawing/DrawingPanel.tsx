import { Button } from '../Button.tsx';
import { TextArea } from '../form/TextArea.tsx';
import styles from './DrawingDialog.module.css';
import { DrawingTools } from './DrawingTools.tsx';
import { maxDrawnText, type Shape } from './drawing.ts';
import { placeOf } from './geometry.ts';
import { SelectedShape } from './SelectedShape.tsx';
import type { useDrawing } from './useDrawing.ts';

type Props = {
  draw: ReturnType<typeof useDrawing>;
  /** The copy is being made. */
  busy: boolean;
};

/** The tools, and what can be done with the chosen tool or the selected shape. */
export function DrawingPanel({ draw, busy }: Props) {
  const { drawing, shapes, selected, tool } = draw;
  return (
    <div className={styles.panel} inert={busy}>
      <DrawingTools
        tool={tool}
        color={draw.color}
        size={draw.size}
        onTool={draw.chooseTool}
        onColor={(color) => draw.restyle({ color })}
        onSize={(size) => draw.restyle({ size })}
      />
      {(tool === 'arrow' || tool === 'ellipse') && (
        <Button onClick={() => draw.addInMiddle(tool)}>
          {tool === 'arrow' ? 'Add arrow in the center' : 'Add ellipse in the center'}
        </Button>
      )}
      {selected && (
        <SelectedShape
          key={selected.id}
          name={draw.nameOf(selected)}
          onStep={draw.step}
          onRemove={() => draw.remove(selected)}
          onEditText={selected.kind === 'text' ? () => draw.editText(selected) : undefined}
        />
      )}
      {tool === 'text' && (
        <div className={styles.text}>
          <TextArea
            label="Text"
            required
            rows={1}
            hint={`Up to ${maxDrawnText} characters. Choose its place on the picture, or add it in the center.`}
            error={draw.textError}
            value={drawing.typed}
            onChange={draw.type}
          />
          <Button onClick={() => draw.addText()}>{draw.isEditingText ? 'Save text' : 'Add text'}</Button>
        </div>
      )}
      {shapes.length > 0 && (
        <ShapeList
          shapes={shapes}
          selected={selected?.id}
          describe={(shape) => `${draw.nameOf(shape)}, ${placeOf(shape, drawing)}`}
          onSelect={draw.select}
        />
      )}
    </div>
  );
}

type ShapeListProps = {
  shapes: readonly Shape[];
  selected: string | undefined;
  describe: (shape: Shape) => string;
  onSelect: (id: string) => void;
};

/** What is on the picture, by name, to be selected without a pointer. */
function ShapeList({ shapes, selected, describe, onSelect }: ShapeListProps) {
  return (
    <details className={styles.shapes}>
      <summary>Shapes ({shapes.length})</summary>
      <ul>
        {shapes.map((shape) => (
          <li key={shape.id}>
            <button type="button" aria-pressed={shape.id === selected} onClick={() => onSelect(shape.id)}>
              {describe(shape)} {shape.kind === 'text' && <q>{shape.text}</q>}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

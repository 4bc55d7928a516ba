import { Check, Circle, type IconNode, MousePointer2, MoveUpRight, Pencil, Type } from 'lucide';
import { IconButton } from '../Button.tsx';
import { Icon } from '../Icon.tsx';
import styles from './DrawingTools.module.css';
import { type ColorName, colorNames, type SizeName, sizeNames } from './drawing.ts';
import type { Tool } from './gesture.ts';
import { colors } from './shapeStyle.ts';

type ToolButton = {
  tool: Tool;
  label: string;
  key: string;
  icon: IconNode;
};

export const tools: readonly ToolButton[] = [
  { tool: 'line', label: 'Pen', key: 'p', icon: Pencil },
  { tool: 'arrow', label: 'Arrow', key: 'a', icon: MoveUpRight },
  { tool: 'ellipse', label: 'Ellipse', key: 'e', icon: Circle },
  { tool: 'text', label: 'Text', key: 't', icon: Type },
  { tool: 'select', label: 'Select and move', key: 'v', icon: MousePointer2 },
];

const sizeLabels: Record<SizeName, string> = { small: 'Small', medium: 'Medium', large: 'Large' };
export const colorLabels: Record<ColorName, string> = {
  red: 'Red',
  yellow: 'Yellow',
  blue: 'Blue',
  green: 'Green',
  black: 'Black',
  white: 'White',
};

type Props = {
  tool: Tool;
  color: ColorName;
  size: SizeName;
  onTool: (tool: Tool) => void;
  onColor: (color: ColorName) => void;
  onSize: (size: SizeName) => void;
};

/** What to draw, in which color and how large. Buttons rather than radios, because the arrow keys move the selected shape. */
export function DrawingTools({ tool, color, size, onTool, onColor, onSize }: Props) {
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields. */}
      <div role="group" aria-label="Tools" className={styles.row}>
        {tools.map(({ tool: one, label, key, icon }) => (
          <IconButton
            key={one}
            icon={icon}
            label={label}
            aria-pressed={one === tool}
            aria-keyshortcuts={key}
            onClick={() => onTool(one)}
          />
        ))}
        <select
          className={styles.size}
          aria-label="Size"
          value={size}
          onChange={(event) => onSize(event.target.value as SizeName)}
        >
          {sizeNames.map((one) => (
            <option key={one} value={one}>
              {sizeLabels[one]}
            </option>
          ))}
        </select>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields. */}
      <div role="group" aria-label="Colors" className={styles.row}>
        {colorNames.map((one) => (
          <button
            key={one}
            type="button"
            className={styles.color}
            style={{ background: colors[one].fill, color: colors[one].outline }}
            aria-label={colorLabels[one]}
            title={colorLabels[one]}
            aria-pressed={one === color}
            onClick={() => onColor(one)}
          >
            {one === color && <Icon of={Check} />}
          </button>
        ))}
      </div>
    </>
  );
}

import type { Layer, LayerGroup } from '../page/layers.ts';
import styles from './PanelList.module.css';

type Props = {
  layers: readonly (Layer | LayerGroup)[];
  onSwitch: (layer: Layer, isVisible: boolean) => void;
};

/** Lists the layers as the document orders them, each to show or hide. */
export function LayerList({ layers, onSwitch }: Props) {
  return (
    <ul className={styles.list}>
      {layers.map((layer, at) =>
        'layers' in layer ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: layers keep their order.
          <li key={at}>
            <span className={styles.group}>
              <bdi translate="no">{layer.name}</bdi>
            </span>
            <LayerList layers={layer.layers} onSwitch={onSwitch} />
          </li>
        ) : (
          <li key={layer.id}>
            <label className={styles.choice}>
              <input
                type="checkbox"
                checked={layer.isVisible}
                disabled={layer.isLocked}
                onChange={({ target }) => onSwitch(layer, target.checked)}
              />
              <bdi translate="no">{layer.name}</bdi>
              {layer.isLocked && <span className="soft">Locked</span>}
            </label>
          </li>
        ),
      )}
    </ul>
  );
}

import styles from './CoverDrawing.module.css';

const columns = [0, 1, 2, 3, 4];
const rows = [0, 1, 2];

/** A drawing of a roof and its solar modules; decoration of wide screens. */
export function CoverDrawing() {
  return (
    <svg className={styles.drawing} viewBox="0 0 400 300" aria-hidden="true">
      <g className={styles.thick}>
        <path d="M60 190 150 90h220l-40 100z" />
        <path d="M60 190v60h270v-60M330 190l40-100v62l-40 98M20 250h370" />
      </g>
      <g className={styles.thin}>
        {rows.flatMap((row) =>
          columns.map((column) => {
            const up = 106 + row * 25;
            const at = 169 - row * 17 + column * 36;
            return <path key={`${row} ${column}`} d={`M${at} ${up}h32l-14 21h-32z`} />;
          }),
        )}
        <path d="M60 272h270M60 266v12M330 266v12M150 74h220M150 68v12M370 68v12" />
      </g>
      <g className={styles.words}>
        <text x="195" y="268">
          42&#8242;-6&#8243;
        </text>
        <text x="260" y="70">
          15 MODULES
        </text>
      </g>
    </svg>
  );
}

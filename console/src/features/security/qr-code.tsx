import { encode } from 'uqr';
import classes from './security.module.css';

/** Cameras want an empty edge of four modules. */
const QUIET = 4;

/** A QR code as one path; generated here, so its content is sent nowhere. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className={classes.qr} shapeRendering="crispEdges">
      <path d={path} fill="#000000" />
    </svg>
  );
}

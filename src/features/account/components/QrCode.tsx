import { encode } from 'uqr';

/** Draws a text as a QR code, dark on white in every theme, because scanners need that. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text);
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-44 rounded-control bg-white p-2 text-black"
    >
      <path d={path} fill="currentColor" />
    </svg>
  );
}

import encodeQR from 'qr';
import { useMemo } from 'react';
import { joinClasses } from '#ui/classes.ts';

interface QrCodeProps {
  /** Content of the code. */
  text: string;
  /** Text for screen readers. */
  label: string;
  className?: string;
}

/** Dark on light in both themes, with the quiet margin that cameras need. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const { size, path } = useMemo(() => drawingOf(text), [text]);
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className={joinClasses('rounded-field', className)}
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#101513" />
    </svg>
  );
}

/** One move and one box for each dark square. */
function drawingOf(text: string): { size: number; path: string } {
  const squares = encodeQR(text, 'raw', { ecc: 'medium', border: 4 });
  const path = squares.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return { size: squares.length, path };
}

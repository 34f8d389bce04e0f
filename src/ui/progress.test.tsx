import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Progress } from './progress.tsx';

test('a value to reach is marked at its place on the bar', () => {
  const shown = (mark: number | null) =>
    renderToStaticMarkup(<Progress label="Sold" value={10} max={50} valueText="20.0%" mark={mark} />);
  expect(shown(20)).toContain('<line x1="40%" x2="40%"');
  expect(shown(null)).not.toContain('<line');
});

import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Slider } from './Slider.tsx';

// covers: SPR-024
test('a slider for target points goes to 100 by default', () => {
  const { getByLabelText, rerender } = render(
    <Slider label="Target points" value={40} onChange={() => undefined} />,
  );
  expect(getByLabelText('Target points')).toMatchObject({ min: '0', max: '100', value: '40' });
  rerender(<Slider label="Target points" value={40} max={425} onChange={() => undefined} />);
  expect(getByLabelText('Target points')).toHaveProperty('max', '425');
});

import { render } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { expect, it } from 'vitest';
import { useKeyDown } from './useKeyDown.ts';

it('gets a key that is pressed as soon as the component is visible', () => {
  const pressed: string[] = [];
  function Page() {
    useKeyDown(({ key }) => pressed.push(key));
    // Runs before the browser paints, when effects have not started yet.
    useLayoutEffect(() => {
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'q' }));
    }, []);
    return null;
  }
  render(<Page />);
  expect(pressed).toEqual(['q']);
});

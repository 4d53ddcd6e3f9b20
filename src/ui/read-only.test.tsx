import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { READ_ONLY_MESSAGE } from '#shared/kernel/access.ts';
import { Button } from './buttons/Button.tsx';
import { Menu } from './overlays/Menu.tsx';
import { ReadOnlyContext } from './read-only.ts';

function renderControls(isReadOnly: boolean) {
  const onSubmit = vi.fn<(event: { preventDefault: () => void }) => void>((event) => event.preventDefault());
  const onDelete = vi.fn<() => void>();
  const onOpen = vi.fn<() => void>();
  const { unmount } = render(
    <ReadOnlyContext value={isReadOnly}>
      <form onSubmit={onSubmit}>
        <Button type="submit">Save</Button>
      </form>
      <Button variant="danger" onClick={onDelete}>
        Delete
      </Button>
      <Button onClick={onOpen}>Open</Button>
      <Button variant="danger" writes={false} onClick={onOpen}>
        Sign out
      </Button>
    </ReadOnlyContext>,
  );
  for (const button of screen.getAllByRole('button')) fireEvent.click(button);
  unmount();
  return [onSubmit, onDelete, onOpen].map(({ mock }) => mock.calls.length);
}

test('submit and danger buttons do nothing with read-only access; others work', () => {
  expect(renderControls(false)).toEqual([1, 1, 2]);
  expect(renderControls(true)).toEqual([0, 0, 2]);
});

test('a menu disables deletions with read-only access and says why', async () => {
  const onDelete = vi.fn<() => void>();
  render(
    <ReadOnlyContext value>
      <Menu
        trigger={<Button>More</Button>}
        actions={[
          { label: 'Delete', danger: true, onSelect: onDelete },
          { label: 'Open', onSelect: () => undefined },
        ]}
      />
    </ReadOnlyContext>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'More' }));
  const remove = await screen.findByRole('menuitem', { name: /Delete/ });
  expect(remove.textContent).toContain(READ_ONLY_MESSAGE);
  fireEvent.click(remove);
  expect(onDelete).not.toHaveBeenCalled();
  expect(screen.getByRole('menuitem', { name: 'Open' }).getAttribute('aria-disabled')).toBeNull();
});

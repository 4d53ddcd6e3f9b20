import { useKeyDown } from './useKeyDown.ts';

/** Runs `save` on Ctrl S or Cmd S while the component is mounted. */
export function useSaveShortcut(save: () => unknown) {
  useKeyDown((event) => {
    if (event.key.toLowerCase() !== 's' || event.shiftKey || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    void save();
  });
}

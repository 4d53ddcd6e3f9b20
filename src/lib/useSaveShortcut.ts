import { useEffect, useRef } from 'react';

/** Runs `save` on Ctrl S or Cmd S while the component is mounted. */
export function useSaveShortcut(save: () => unknown) {
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    const saveByKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || event.shiftKey || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      void latest.current();
    };
    document.addEventListener('keydown', saveByKey);
    return () => document.removeEventListener('keydown', saveByKey);
  }, []);
}

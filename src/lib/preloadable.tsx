import { type ComponentType, lazy, useState } from 'react';

/**
 * Returns a component whose code loads when it is first rendered, or before that with `load`. Then it renders without a
 * placeholder; `lazy` alone shows one for a moment, and what replaces a placeholder renders in one long task.
 */
export function preloadable<Props extends object>(request: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  const load = async () => (loaded = await request());
  const Lazy = lazy(async () => ({ default: await load() }));

  function Preloadable(props: Props) {
    // The same one as long as it is shown: another one would lose its state.
    const [Component] = useState(() => loaded ?? Lazy);
    return <Component {...props} />;
  }
  return Object.assign(Preloadable, { load });
}

import { type ComponentType, lazy, useState } from 'react';

/**
 * Returns a component whose code loads when it is first rendered, or earlier with `load`. Once loaded, it
 * renders without a placeholder. `lazy` alone always shows one for a moment, and the content that replaces it
 * renders in one long task.
 */
export function preloadable<Props extends object>(request: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  const load = async () => (loaded = await request());
  const Lazy = lazy(async () => ({ default: await load() }));

  function Preloadable(props: Props) {
    // Keeps the same component while it is mounted, because another one would lose its state.
    const [Component] = useState(() => loaded ?? Lazy);
    return <Component {...props} />;
  }
  return Object.assign(Preloadable, { load });
}

/** The stored value of the theme setting: light, dark; anything else follows the system (SHEL-042). */
export const THEME_LIGHT = 2;
export const THEME_DARK = 3;

type ColourScheme = 'light' | 'dark';

/** The colour scheme for a stored theme value, given what the system prefers (SHEL-042). */
export function colourScheme(theme: number | null | undefined, systemIsDark: boolean): ColourScheme {
  if (theme === THEME_LIGHT) return 'light';
  if (theme === THEME_DARK) return 'dark';
  return systemIsDark ? 'dark' : 'light';
}

/**
 * Paints the document in a theme and keeps following the system where the value leaves it to it (SHEL-042).
 * Returns how to stop following; call it before applying another value.
 */
export function applyTheme(theme: number | null | undefined): () => void {
  const system = window.matchMedia('(prefers-color-scheme: dark)');
  const paint = () => {
    document.documentElement.dataset.theme = colourScheme(theme, system.matches);
  };
  paint();
  system.addEventListener('change', paint);
  return () => system.removeEventListener('change', paint);
}

import { THEMES } from '#shared/kernel/themes.ts';

const KEY = 'gopath-theme';

/** Returns the color scheme of a stored value; null for the system's, which the design tokens follow. */
function schemeOf(theme: number | null): 'light' | 'dark' | null {
  if (theme === THEMES.light) return 'light';
  return theme === THEMES.dark ? 'dark' : null;
}

function paint(theme: number | null) {
  const { dataset } = document.documentElement;
  const scheme = schemeOf(theme);
  if (scheme === null) delete dataset.theme;
  else dataset.theme = scheme;
}

function storedTheme(): number | null {
  try {
    return Number(localStorage.getItem(KEY));
  } catch {
    return null;
  }
}

/**
 * Applies a theme to this page and all open ones, and stores it for later pages (SHEL-042). Null removes it, when
 * nobody is signed in.
 */
export function applyTheme(theme: number | null) {
  paint(theme);
  try {
    if (schemeOf(theme) === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, String(theme));
  } catch {
    // Private windows can refuse to store it: pages then start with the system theme.
  }
}

/** Applies the last theme before the signed-in person is known. */
export function applyLastTheme() {
  paint(storedTheme());
}

/**
 * Applies the last theme and follows changes by other pages. Call it first. It needs no React, so the crash page
 * follows the theme too.
 */
export function followTheme() {
  applyLastTheme();
  window.addEventListener('storage', ({ key }) => {
    if (key === KEY || key === null) applyLastTheme();
  });
}

/** The stored value of the theme setting: light, dark; anything else follows the system (SHEL-042). */
const THEME_LIGHT = 2;
const THEME_DARK = 3;

const KEY = 'gopath-theme';

/** The colour scheme that a stored value asks for; null leaves it to the system, which the tokens follow themselves. */
function schemeOf(theme: number | null): 'light' | 'dark' | null {
  if (theme === THEME_LIGHT) return 'light';
  return theme === THEME_DARK ? 'dark' : null;
}

function paint(theme: number | null) {
  const { dataset } = document.documentElement;
  const scheme = schemeOf(theme);
  if (scheme === null) delete dataset.theme;
  else dataset.theme = scheme;
}

function keptTheme(): number | null {
  try {
    return Number(localStorage.getItem(KEY));
  } catch {
    return null;
  }
}

/**
 * Paints this page and every other open one in a theme, and keeps it for those that open later (SHEL-042); null, when
 * nobody is signed in, leaves nothing behind.
 */
export function applyTheme(theme: number | null) {
  paint(theme);
  try {
    if (schemeOf(theme) === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, String(theme));
  } catch {
    // Private windows may refuse: then a page begins in the system's colours.
  }
}

/**
 * Each door's first act: the theme used last, before it is known who is signed in, and what other pages change it to.
 * It needs no screen, so the page of a crash or of a failed load follows it as well.
 */
export function followTheme() {
  paint(keptTheme());
  window.addEventListener('storage', ({ key }) => {
    if (key === KEY || key === null) paint(keptTheme());
  });
}

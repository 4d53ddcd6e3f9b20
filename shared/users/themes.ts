/** The values of the theme a person chose; anything but light and dark follows the system (SHEL-042). */
export const THEMES = { system: 1, light: 2, dark: 3 } as const;

/** The values of the chosen theme; any value but light and dark follows the system (SHEL-042). */
export const THEMES = { system: 1, light: 2, dark: 3 } as const;

/** The editor's shortcuts, by tool label. */
export const EDITOR_SHORTCUTS = {
  Bold: 'Mod+B',
  Italic: 'Mod+I',
  Strike: 'Mod+Shift+S',
  Link: 'Mod+K',
  Quote: 'Mod+Shift+B',
  Code: 'Mod+E',
  Bullet: 'Mod+Shift+8',
  Number: 'Mod+Shift+7',
  Indent: 'Tab',
  Outdent: 'Shift+Tab',
} as const;

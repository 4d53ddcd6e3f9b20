/** The shortcuts of a meeting room. */
export const ROOM_SHORTCUTS = {
  microphone: 'M',
  camera: 'V',
  screen: 'S',
  people: 'P',
  chat: 'C',
  fullScreen: 'F',
} as const;

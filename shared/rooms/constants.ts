/** Joining a meeting opens this long before its start. */
export const JOIN_OPENS_MINUTES = 10;

/** Joining closes this long after the end. Later, the provider lets people in one by one. */
export const JOIN_CLOSES_MINUTES = 60;

/** The provider can still open the room this long after the end. */
export const ROOM_ENDS_HOURS = 24;

/** The maximum number of people in a room: each one sends video to every other. */
export const MAX_PEOPLE = 6;

/** The maximum number of seats of one person. A third device takes the place of another one. */
export const MAX_DEVICES = 2;

/** How long a seat is kept after its connection broke. */
export const SEAT_SECONDS = 15;

/** The longest chat message. */
export const MAX_CHAT_LENGTH = 1000;

/** The interval in which each side sends pings. A connection without pings for three intervals is closed. */
export const PING_SECONDS = 5;

/** The height of the rich text editor's text in pixels (FORM-004). */
export const RICH_TEXT_EDITOR_HEIGHT = 240;

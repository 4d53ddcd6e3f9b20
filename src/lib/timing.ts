/** How long typing rests before a form submits itself or a search is asked (FORM-019). */
export const AUTO_SUBMIT_DEBOUNCE_MS = 300;

/** How long after something opens its field takes the focus (FORM-020). */
export const FOCUS_DELAY_MS = 100;

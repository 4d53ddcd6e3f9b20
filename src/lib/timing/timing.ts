/** The debounce of searches and of forms that submit automatically (FORM-019). */
export const AUTO_SUBMIT_DEBOUNCE_MS = 300;

/** The delay before the field of a newly opened element gets the focus (FORM-020). */
export const FOCUS_DELAY_MS = 100;

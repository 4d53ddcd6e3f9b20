/** Why a review cannot be requested now, as the button and the server say it (SPR-018). */
export const REQUEST_MESSAGES = {
  open: 'You have already requested a review',
  noneLeft: 'You have no reviews left at the moment',
  notStudent: 'Only students can request a review of their rating',
} as const;

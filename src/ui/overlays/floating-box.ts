import clsx from 'clsx';

/** The classes of popovers, lists and menus. */
export const floatingBoxClass = clsx(
  'z-50 rounded-card border bg-surface p-1 shadow-float transition duration-180 ease-out',
  'starting:scale-98 starting:opacity-0 focus:outline-none',
);

import { LOGO } from '#shared/kernel/logo.ts';

/** The logo: a rising path and the name. */
export function Logo() {
  return (
    <span className="inline-flex items-center gap-2 text-xl font-semibold">
      <svg aria-hidden viewBox="0 0 24 24" className="size-6 text-accent" fill="none">
        <rect width="24" height="24" rx="6" fill="currentColor" />
        <path d={LOGO.path} className="stroke-on-accent" strokeWidth="2" strokeLinecap="round" />
        <circle {...LOGO.end} className="fill-on-accent" />
      </svg>
      GoPath
    </span>
  );
}

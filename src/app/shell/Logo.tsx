/** The product's name with its mark: a path that leads up. */
export function Logo() {
  return (
    <span className="inline-flex items-center gap-2 text-xl font-semibold">
      <svg aria-hidden viewBox="0 0 24 24" className="size-6 text-accent" fill="none">
        <rect width="24" height="24" rx="6" fill="currentColor" />
        <path
          d="M6 17c4 0 3-5 6-5s2-5 6-5"
          className="stroke-on-accent"
          strokeWidth="2"
          strokeLinecap="round"
        />
        <circle cx="18" cy="7" r="1.75" className="fill-on-accent" />
      </svg>
      GoPath
    </span>
  );
}

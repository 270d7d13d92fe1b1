/** The sign above the door: an arcade's lit doorway with a play mark in it. */
export function DoorMark(props: { className?: string }) {
  return (
    <svg viewBox="0 0 40 40" className={props.className} aria-hidden="true">
      <title>Playhub</title>
      <defs>
        <linearGradient id="door-light" x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor="var(--go-from)" />
          <stop offset="1" stopColor="var(--go-to)" />
        </linearGradient>
      </defs>
      <path d="M4 38V18a16 16 0 0 1 32 0v20z" fill="url(#door-light)" />
      <path
        d="M15.5 16.6c0-1.7 1.8-2.8 3.3-1.9l9.3 5.5c1.4.8 1.4 2.9 0 3.7l-9.3 5.5c-1.5.9-3.3-.2-3.3-1.9z"
        fill="var(--on-go)"
      />
    </svg>
  )
}

export function Wordmark() {
  return (
    <span className="inline-flex items-center gap-2.5">
      <DoorMark className="size-8" />
      <span className="display text-18 tracking-tight">Playhub</span>
    </span>
  )
}

/** Draws a number beside it. @param share  From 0 to 1. */
export function Bar({ share }: { share: number }) {
  return (
    <span aria-hidden="true" className="mt-1 block h-1.5 rounded-full bg-ink-2">
      <span
        style={{ width: `${Math.min(share, 1) * 100}%` }}
        className="block h-full min-w-px rounded-full border border-cool bg-cool"
      />
    </span>
  )
}

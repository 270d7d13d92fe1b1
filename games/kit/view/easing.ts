/** Takes progress 0..1 to where the movement is by then. */
export type Ease = (progress: number) => number

export const linear: Ease = (t) => t
export const easeInOut: Ease = (t) => (t < 0.5 ? 4 * t ** 3 : 1 - (-2 * t + 2) ** 3 / 2)
/** Runs a little past the end and comes back. */
export const overshoot: Ease = (t) => 1 + 2.7 * (t - 1) ** 3 + 1.7 * (t - 1) ** 2

/** Falls like a thing with weight, touches down at three quarters of the time and hops once, low. */
export const fall: Ease = (t) => {
  const touchdown = 0.76
  if (t < touchdown) return (t / touchdown) ** 2
  const hop = (t - touchdown) / (1 - touchdown)
  return 1 - 0.06 * 4 * hop * (1 - hop)
}

/**
 * Runs the work of a key once at a time. A call that finds it running asks for one more run and does not wait for it;
 * other keys run beside it.
 */
export function oneRunAtATime(work: (key: string) => Promise<void>): (key: string) => Promise<void> {
  const running = new Map<string, { isAskedAgain: boolean }>()

  return async (key) => {
    const other = running.get(key)
    if (other) {
      other.isAskedAgain = true
      return
    }
    const mine = { isAskedAgain: true }
    running.set(key, mine)
    try {
      while (mine.isAskedAgain) {
        mine.isAskedAgain = false
        await work(key)
      }
    } finally {
      running.delete(key)
    }
  }
}

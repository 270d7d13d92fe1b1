const PING_MS = 2_000
/** A game silent for so long after a pong does not respond. */
const SILENCE_MS = 6_000
/** Time for a new document in the frame to announce itself. */
const ANNOUNCE_MS = 3_000

/** A running game's fault: it is `silent`, or its frame `left` for another page. */
export type GameIssue = 'silent' | 'left'

interface Options {
  ping(): void
  /** The game is covered or paused on purpose, so its silence means nothing. */
  isPaused(): boolean
  onIssue(issue: GameIssue | null): void
  isVisible?(): boolean
  now?(): number
}

export interface GameWatch {
  /** The game has sent something. */
  onAlive(): void
  /** The game has answered a ping, so it will answer the next ones too. */
  onPong(): void
  /** A document has announced itself by the SDK or the boot script. */
  onDocument(): void
  onLoad(): void
  /** The player goes on waiting. */
  wait(): void
  stop(): void
}

/**
 * Notices a hung game, or one off its page. Browsers report neither: a hung frame keeps its port open, and its location
 * is another origin's secret. A game without any pong cannot be silent: it may have no SDK, or an old one.
 */
export function watchGame({
  ping,
  isPaused,
  onIssue,
  isVisible = () => document.visibilityState === 'visible',
  now = () => performance.now(),
}: Options): GameWatch {
  let aliveAt = now()
  let checkedAt = aliveAt
  let hasResponded = false
  let isAnnounced = false
  let hasAnnounced = false
  let loads = 0
  let issue: GameIssue | null = null
  let announcing: ReturnType<typeof setTimeout> | undefined

  function change(next: GameIssue | null): void {
    if (issue === next) return
    issue = next
    onIssue(next)
  }

  function check(): void {
    if (issue === 'left') return
    const hasSlept = now() - checkedAt >= SILENCE_MS
    checkedAt = now()
    const isIdle = !isVisible() || isPaused()
    // Time without pings does not count as silence.
    if (hasSlept || isIdle) aliveAt = now()
    if (isIdle) return
    if (hasResponded && now() - aliveAt >= SILENCE_MS) change('silent')
    ping()
  }

  const timer = setInterval(check, PING_MS)
  function onAlive(): void {
    aliveAt = now()
    if (issue === 'silent') change(null)
  }

  return {
    onAlive,
    onPong() {
      hasResponded = true
      onAlive()
    },
    onDocument() {
      isAnnounced = true
      hasAnnounced = true
      clearTimeout(announcing)
      change(null)
    },
    onLoad() {
      loads += 1
      clearTimeout(announcing)
      if (loads > 1 && hasAnnounced && !isAnnounced)
        announcing = setTimeout(() => change('left'), ANNOUNCE_MS)
      // The last document's answers say nothing about this one.
      if (!isAnnounced) hasResponded = false
      isAnnounced = false
    },
    wait() {
      aliveAt = now()
      change(null)
    },
    stop() {
      clearInterval(timer)
      clearTimeout(announcing)
    },
  }
}

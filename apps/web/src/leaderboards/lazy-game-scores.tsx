import type { PublicScores } from '@playhub/contract'
import { type ComponentType, createContext, useContext, useEffect, useRef, useState } from 'react'
import { whenNear } from '../lib/browser/when-near.ts'
import { isLoggedIn } from '../lib/player/player.ts'
import { listGuestScores } from './guest-scores.ts'

type Props = { project: string; scores: PublicScores | null }

/** `GameScores` on the server. An import here would take it into the code of the page. */
export const ServerScores = createContext<ComponentType<Props> | null>(null)

/**
 * A game's leaderboards and achievements. The server renders them for a guest; this HTML stays, without its code, until
 * the player comes near it.
 * @param scores  Null where the server has not rendered them.
 */
export function LazyGameScores({ project, scores }: Props) {
  const onServer = useContext(ServerScores)
  const [Section, setSection] = useState(() => onServer)
  const place = useRef<HTMLDivElement>(null)
  const focused = useRef(-1)
  useEffect(() => {
    const show = async () => {
      const loaded = await import('./game-scores.tsx')
      focused.current = listControls(place.current).indexOf(document.activeElement as HTMLElement)
      setSection(() => loaded.GameScores)
    }
    // After a login, what the player reached as a guest is submitted at once.
    if (isLoggedIn() && listGuestScores(project).length > 0) return void show().catch(() => undefined)
    return whenNear(place.current, () => void show().catch(() => undefined))
  }, [project])
  // A player with a keyboard may be here already.
  useEffect(() => {
    if (Section) listControls(place.current)[focused.current]?.focus()
  }, [Section])
  if (scores && scores.boards.length === 0 && scores.achievements.length === 0) return null
  // Two keys, because React keeps the HTML of an element whose content it does not know.
  if (Section)
    return (
      <div key="live" ref={place} className={stack}>
        <Section project={project} scores={scores} />
      </div>
    )
  return (
    <div
      key="still"
      ref={place}
      className={stack}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: leaves what the server has rendered
      dangerouslySetInnerHTML={keptHtml}
      suppressHydrationWarning
    />
  )
}

/** Empty, it adds no gap to the sections of the page. */
const stack = 'flex flex-col gap-12 empty:-mt-12 md:gap-16 md:empty:-mt-16'

const listControls = (place: Element | null): HTMLElement[] => [
  ...(place?.querySelectorAll<HTMLElement>('a, button') ?? []),
]

const keptHtml = { __html: '' }

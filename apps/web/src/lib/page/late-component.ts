import { type ComponentType, useEffect, useRef, useState } from 'react'

/**
 * A component whose code is not part of its page; null until it has loaded. Where it cannot be loaded, the page goes on
 * without it.
 * @param load       Must be stable.
 * @param isWanted   False: not yet.
 */
export function useLateComponent<Props>(
  load: () => Promise<ComponentType<Props>>,
  isWanted: boolean,
  onFailure: () => void = () => undefined,
): ComponentType<Props> | null {
  const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null)
  const failed = useRef(onFailure)
  useEffect(() => {
    failed.current = onFailure
  })
  useEffect(() => {
    if (!isWanted) return
    let isCurrent = true
    load().then(
      (component) => isCurrent && setLoaded(() => component),
      () => isCurrent && failed.current(),
    )
    return () => {
      isCurrent = false
    }
  }, [load, isWanted])
  return Loaded
}

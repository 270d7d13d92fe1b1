import { listMembers, portalCalls } from '@playhub/contract/plays/portal-calls'
import type { PortalSdk } from '@playhub/contract/plays/portal-sdks'

/** @param isMissing  The hub's replacement has no such member. */
export type ReportUse = (name: string, isMissing: boolean) => void

/** Read by the language, by promises and by tools for printing an object. */
const ignored = /^(then|toJSON|nodeType|[_$].*)$/

/**
 * Returns a wrapper for an object of a portal's SDK, which reports each use of its members: a call, a read of a value,
 * and a read of a missing one. The game gets the same results.
 */
export function createWatch(sdk: PortalSdk, report: ReportUse) {
  const { results } = portalCalls[sdk]
  const members = listMembers(sdk)
  const isObjectPath = (path: string) => [...members.keys()].some((name) => name.startsWith(`${path}.`))
  /** Wraps by their path: the game compares objects, and one object may have several paths. */
  const wraps = new Map<string, { original: object; wrap: object }>()
  const originals = new WeakMap<object, object>()
  const toOriginal = (self: unknown) => originals.get(self as object) ?? self

  function keep<T extends object>(name: string, original: T, create: () => T): T {
    const known = wraps.get(name)
    if (known?.original === original) return known.wrap as T
    const wrap = create()
    wraps.set(name, { original, wrap })
    originals.set(wrap, original)
    return wrap
  }

  function watch<T>(original: T, path: string): T {
    if (!isObject(original)) return original
    const get = (target: object, key: string | symbol) => {
      if (typeof key === 'symbol') return Reflect.get(target, key)
      const name = `${path}.${key}`
      if (!(key in target)) {
        if (!ignored.test(key)) report(name, true)
        return undefined
      }
      return watchMember(name, Reflect.get(target, key, target))
    }
    return keep(path, original, () => new Proxy<object>(original, { get }) as T & object)
  }

  function watchMember(name: string, value: unknown): unknown {
    if (members.has(name)) {
      if (typeof value === 'function') return watchCall(name, value as (...given: unknown[]) => unknown)
      report(name, false)
      return value
    }
    return isObjectPath(name) ? watch(value, name) : value
  }

  function watchCall(name: string, call: (...given: unknown[]) => unknown) {
    const { [name]: path } = results
    return keep(
      name,
      call,
      () =>
        function (this: unknown, ...given: unknown[]) {
          report(name, false)
          const result = Reflect.apply(call, toOriginal(this), given)
          if (path === undefined) return result
          return result instanceof Promise ? result.then((value) => watch(value, path)) : watch(result, path)
        },
    )
  }

  return watch
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

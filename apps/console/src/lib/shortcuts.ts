import { useEffect } from 'react'

/**
 * Physical keys by `event.code`, so they work in a Russian layout: `KeyJ`, `Shift+Slash`, `Mod+KeyK` (Ctrl, or Cmd
 * on a Mac), or two keys in a row: `KeyG KeyO`.
 */
export type Keys = string
export type Shortcut = { keys: Keys; label: string; run: () => void }

const SEQUENCE_MS = 1_500
const registered = new Set<Shortcut>()
let prefix: { code: string; at: number } | undefined

/** Shortcuts of a screen, for as long as it is shown. Memoize the list. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  useEffect(() => {
    for (const shortcut of shortcuts) registered.add(shortcut)
    return () => {
      for (const shortcut of shortcuts) registered.delete(shortcut)
    }
  }, [shortcuts])
}

export const listShortcuts = (): Shortcut[] => [...registered]

/** Runs the last registered shortcut for the key. Lone keys do nothing inside fields and dialogs. */
export function handleKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || event.altKey) return
  const pressed = describeKey(event)
  const isLone = !pressed.startsWith('Mod+')
  if (isLone && isTyping(event.target)) return
  const shortcut = findShortcut(pressed, event.timeStamp)
  prefix = shortcut ? undefined : { code: pressed, at: event.timeStamp }
  if (!shortcut) return
  event.preventDefault()
  shortcut.run()
}

function findShortcut(pressed: string, now: number): Shortcut | undefined {
  const isSequence = prefix !== undefined && now - prefix.at < SEQUENCE_MS
  const all = listShortcuts()
  const find = (keys: Keys) => all.findLast((shortcut) => shortcut.keys === keys)
  return (isSequence ? find(`${prefix?.code} ${pressed}`) : undefined) ?? find(pressed)
}

function describeKey({ code, ctrlKey, metaKey, shiftKey }: KeyboardEvent): string {
  return `${ctrlKey || metaKey ? 'Mod+' : ''}${shiftKey ? 'Shift+' : ''}${code}`
}

const noText = new Set(['button', 'checkbox', 'radio', 'submit', 'reset', 'file'])

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.closest('[role="dialog"]')) return true
  if (target instanceof HTMLInputElement) return !noText.has(target.type)
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}

const keyNames: Record<string, string> = { Slash: '/', 'Shift+Slash': '?', Enter: 'Enter', Escape: 'Esc' }

/** "G O", "Ctrl K", "?": what is printed on the keys of an English keyboard. */
export function nameKeys(keys: Keys): string[] {
  return keys.split(' ').flatMap((key) => {
    const known = keyNames[key]
    if (known) return [known]
    return key
      .split('+')
      .map((part) => (part === 'Mod' ? 'Ctrl' : (keyNames[part] ?? part.replace(/^(Key|Digit)/, ''))))
  })
}

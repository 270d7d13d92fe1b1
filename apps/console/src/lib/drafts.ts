import { useState } from 'react'
import { useMe } from './me.ts'

const prefix = 'playhub-draft'
const DAY_MS = 24 * 60 * 60 * 1_000
const MAX_AGE_MS = 30 * DAY_MS

type Stored = { at: number; value: unknown }

/**
 * A form's draft. It stays in this browser, for this operator alone, until the hub has it or the operator discards it.
 * @param name     The form and its object: `ban:<player>`.
 * @param initial  The form without a draft.
 */
export function useDraft<T>(name: string, initial: T) {
  const key = `${listPrefix(useMe().id)}${name}`
  const load = () => {
    const restored = read(key, initial)
    return { key, value: restored ?? initial, isRestored: restored !== undefined, isAtRisk: false }
  }
  const [state, setState] = useState(load)
  const current = state.key === key ? state : load()
  if (current !== state) setState(current)
  return {
    value: current.value,
    isRestored: current.isRestored,
    /** The browser could not store it. */
    isAtRisk: current.isAtRisk,
    change(value: T) {
      const isStored = isEqual(value, initial) ? remove(key) : write(key, value)
      setState({ ...current, value, isAtRisk: !isStored })
    },
    /** Sent or discarded. */
    clear() {
      remove(key)
      setState({ key, value: initial, isRestored: false, isAtRisk: false })
    },
  }
}

/** Keys of what an operator has not sent. */
export function listDrafts(operatorId: string): string[] {
  return listKeys().filter((key) => key.startsWith(listPrefix(operatorId)))
}

export function deleteDrafts(keys: string[]): void {
  for (const key of keys) remove(key)
}

/** Deletes all operators' drafts of 30 days ago. */
export function deleteOldDrafts(): void {
  const isOld = (key: string) => (parse(key)?.at ?? 0) < Date.now() - MAX_AGE_MS
  deleteDrafts(listKeys().filter((key) => key.startsWith(prefix) && isOld(key)))
}

const listPrefix = (operatorId: string) => `${prefix}:${operatorId}:`
const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** @returns undefined too for a draft of another version's form. */
function read<T>(key: string, initial: T): T | undefined {
  const value = parse(key)?.value
  return hasShape(value, initial) ? value : undefined
}

function hasShape<T>(value: unknown, initial: T): value is T {
  if (value === null || typeof value !== 'object') return typeof value === typeof initial
  if (Array.isArray(value) || Array.isArray(initial)) return Array.isArray(value) && Array.isArray(initial)
  return typeof initial === 'object' && isEqual(Object.keys(value), Object.keys(initial ?? {}))
}

function parse(key: string): Stored | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** @returns false where the browser has no storage or no room. */
function write(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify({ at: Date.now(), value } satisfies Stored))
    return true
  } catch {
    return false
  }
}

function remove(key: string): true {
  try {
    localStorage.removeItem(key)
  } catch {
    // Without storage there is no draft.
  }
  return true
}

function listKeys(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}

import type { ResultEnvelope } from '@playhub/contract/events'
import { clientConfig } from './client-config.ts'
import { readHubContext } from './hub-context.ts'

/** True when the hub is a guest: in a frame, or in a window that a game opened. */
export function isEmbedded(): boolean {
  return window.parent !== window || Boolean(window.opener)
}

/** The window that shows the hub as a guest. */
function hostWindow(): Window | null {
  return window.parent !== window ? window.parent : window.opener
}

/** Origins whose windows may talk to us: our own, a development host, and those a project lists (specification §6). */
function allowedOrigins(projectOrigins: string[] = []): string[] {
  return [window.location.origin, ...clientConfig().developmentOrigins, ...projectOrigins]
}

/** Whoever opened us, if the browser tells. */
function hostOrigin(): string | null {
  const ancestor = window.location.ancestorOrigins?.[0]
  if (ancestor) return ancestor
  return document.referrer ? new URL(document.referrer).origin : null
}

/**
 * Tells the host window how a step ended, at its exact origin. Says nothing to a host that the project does not list.
 * @returns whether it was told.
 */
export function postToHost(envelope: ResultEnvelope, projectOrigins: string[] = []): boolean {
  const origin = hostOrigin()
  const host = hostWindow()
  if (!host || !origin || !allowedOrigins(projectOrigins).includes(origin)) return false
  host.postMessage(envelope, origin)
  return true
}

/** True where a cross to leave the hub makes sense: it was opened by somebody else. */
export function canBeClosed(): boolean {
  return isEmbedded() || readHubContext().source === 'mobile'
}

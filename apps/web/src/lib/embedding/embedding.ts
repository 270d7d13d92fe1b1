import type { ResultEnvelope } from '@playhub/contract/events'
import { tabStore } from '../browser/storage.ts'
import { clientConfig } from '../context/client-config.ts'
import { readHubContext } from '../context/hub-context.ts'

/** True when the hub is shown inside another page. */
export function isFramed(): boolean {
  return window.parent !== window
}

/** True when the hub is a guest: in a frame, or in a window that a game opened. */
export function isEmbedded(): boolean {
  return isFramed() || Boolean(window.opener)
}

/** The window that shows the hub as a guest. */
function hostWindow(): Window | null {
  return isFramed() ? window.parent : window.opener
}

/** Origins whose windows may talk to us: our own, a development host, and those a project lists (specification §6). */
function allowedOrigins(projectOrigins: string[] = []): string[] {
  return [window.location.origin, ...clientConfig().developmentOrigins, ...projectOrigins]
}

const hostKey = 'playhub-host-origin'

/**
 * Notes who opened the hub, as the first page of this tab or frame was told. Pages after it have come from elsewhere:
 * a sign-in in a popup comes back from the provider.
 */
export function saveHostOrigin(): void {
  if (!isEmbedded() || tabStore.get(hostKey)) return
  const origin = referringOrigin()
  if (origin) tabStore.set(hostKey, origin)
}

/** Whoever opened us, if the browser tells. */
function hostOrigin(): string | null {
  return window.location.ancestorOrigins?.[0] ?? tabStore.get(hostKey) ?? referringOrigin()
}

const referringOrigin = () => (document.referrer ? new URL(document.referrer).origin : null)

/** Whether the window that opened the hub is one that we talk to. */
export function isHostAllowed(projectOrigins: string[] = []): boolean {
  const origin = hostOrigin()
  return origin !== null && allowedOrigins(projectOrigins).includes(origin)
}

/**
 * Tells the host window how a step ended, at its exact origin. Says nothing to a host that the project does not list.
 * @returns whether it was told.
 */
export function postToHost(envelope: ResultEnvelope, projectOrigins: string[] = []): boolean {
  const origin = hostOrigin()
  const host = hostWindow()
  if (!host || !origin || !isHostAllowed(projectOrigins)) return false
  host.postMessage(envelope, origin)
  return true
}

/** True where a cross to leave the hub makes sense: it was opened by somebody else. */
export function canBeClosed(): boolean {
  return isEmbedded() || readHubContext().source === 'mobile'
}

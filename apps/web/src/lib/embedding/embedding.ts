import type { ResultEnvelope } from '@playhub/contract/events'
import { tabStore } from '../browser/storage.ts'
import { clientConfig } from '../context/client-config.ts'
import { readHubContext } from '../context/hub-context.ts'

/** True when the hub runs in a frame. */
export function isFramed(): boolean {
  return window.parent !== window
}

/** True when the hub runs below a cross-origin page. */
export function isInForeignFrame(): boolean {
  if (!isFramed()) return false
  try {
    return window.top?.location.origin !== window.location.origin
  } catch {
    return true
  }
}

/** True when the hub runs in a frame or in another page's window. */
export function isEmbedded(): boolean {
  return isFramed() || Boolean(window.opener)
}

/** The window around or behind the hub. */
function hostWindow(): Window | null {
  return isFramed() ? window.parent : window.opener
}

/** Origins allowed to exchange messages: ours, a development host, and the project's (specification §6). */
function allowedOrigins(projectOrigins: string[] = []): string[] {
  return [window.location.origin, ...clientConfig().developmentOrigins, ...projectOrigins]
}

const hostKey = 'playhub-host-origin'

/**
 * Stores the host's origin from the first page's referrer in this tab or frame. Later pages have other
 * referrers: a login in a popup returns from the provider.
 */
export function saveHostOrigin(): void {
  if (!isEmbedded() || tabStore.get(hostKey)) return
  const origin = referringOrigin()
  if (origin) tabStore.set(hostKey, origin)
}

/** The host window's origin, if it can be determined. */
function hostOrigin(): string | null {
  return window.location.ancestorOrigins?.[0] ?? tabStore.get(hostKey) ?? referringOrigin()
}

const referringOrigin = () => (document.referrer ? new URL(document.referrer).origin : null)

/** True when the host window's origin is allowed. */
export function isHostAllowed(projectOrigins: string[] = []): boolean {
  const origin = hostOrigin()
  return origin !== null && allowedOrigins(projectOrigins).includes(origin)
}

/**
 * Posts a result to the host window, at its exact origin, unless the origin is not allowed.
 * @returns whether it was posted.
 */
export function postToHost(envelope: ResultEnvelope, projectOrigins: string[] = []): boolean {
  const origin = hostOrigin()
  const host = hostWindow()
  if (!host || !origin || !isHostAllowed(projectOrigins)) return false
  host.postMessage(envelope, origin)
  return true
}

/** True when a button should close the hub: it is embedded or opened by an app. */
export function canBeClosed(): boolean {
  return isEmbedded() || readHubContext().source === 'mobile'
}

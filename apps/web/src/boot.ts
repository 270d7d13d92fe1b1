/**
 * The first script of every page, and on a public page the only one until the reader does something or the browser is
 * idle. It takes the login token out of the address bar before anything else can see it, then wakes the client.
 */
import { takeTokenOutOfAddress } from './lib/take-token.ts'

const script = document.querySelector<HTMLScriptElement>('script[data-client]')
const clientUrl = script?.dataset.client ?? ''
const isPatient = script?.dataset.wake === 'idle' && !new URLSearchParams(location.search).has('play')

takeTokenOutOfAddress()

let isAwake = false
function wake(pressed?: HTMLElement): void {
  if (isAwake) return
  isAwake = true
  for (const type of hints) removeEventListener(type, onHint, true)
  for (const url of script?.dataset.with?.split(' ') ?? []) if (url) preload(url)
  void import(/* @vite-ignore */ clientUrl).then((client) => client.start(pressed))
}

/** Fetches a part of the client beside the others instead of after them. */
function preload(url: string): void {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = url
  document.head.append(link)
}

const hints = ['pointerdown', 'keydown', 'click'] as const

/** A press on something that only the client can do is kept, and done once the client is there. */
function onHint(event: Event): void {
  const pressed = event.type === 'click' && (event.target as Element).closest<HTMLElement>('[data-boot]')
  if (pressed) event.preventDefault()
  wake(pressed || undefined)
}

function whenIdle(): void {
  if ('requestIdleCallback' in window) requestIdleCallback(() => wake(), { timeout: 4000 })
  else setTimeout(() => wake(), 1500)
}

if (!isPatient) wake()
else {
  for (const type of hints) addEventListener(type, onHint, true)
  if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle)
}

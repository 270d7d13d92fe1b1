/**
 * The first script of every page. It removes the login token from the address bar, then starts the client: on a shell when
 * it is painted, on a complete page when the browser is idle after that, and on both at the first interaction.
 */
import { takeTokenOutOfAddress } from './lib/browser/take-token.ts'

const script = document.querySelector<HTMLScriptElement>('script[data-client]')
const clientUrl = script?.dataset.client ?? ''
const isShell = script?.dataset.start === 'paint'
const isPlaying = new URLSearchParams(location.search).has('play')

takeTokenOutOfAddress()

let isStarted = false
function start(): void {
  if (isStarted) return
  isStarted = true
  const { stylesheets, manifest } =
    document.querySelector<HTMLElement>('style[data-stylesheets]')?.dataset ?? {}
  const styles = splitList(stylesheets).map((url) => link('stylesheet', url))
  if (manifest) void link('manifest', manifest)
  for (const url of splitList(script?.dataset.imports)) link('modulepreload', url)
  const client = import(/* @vite-ignore */ clientUrl)
  // In a task of its own: evaluating the modules is a long task already, and the page stays responsive in between.
  void Promise.all([client, ...styles]).then(([module]) => setTimeout(module.start, 0, stopCapturing))
}

const splitList = (list = '') => list.split(' ').filter(Boolean)

/** @returns a promise that settles when the resource has loaded or failed. */
function link(rel: string, href: string): Promise<unknown> {
  const element = Object.assign(document.createElement('link'), { rel, href })
  document.head.append(element)
  return new Promise((resolve) => {
    element.onload = element.onerror = resolve
  })
}

const interactions = ['pointerdown', 'keydown', 'click'] as const
let clicked: HTMLElement | undefined

/**
 * Starts the client on the first interaction. A click on a control that needs the client (`data-boot`) is captured, and
 * replayed after hydration of the whole page: before that, only parts of it would respond.
 */
function onInteraction(event: Event): void {
  const control = event.type === 'click' && (event.target as Element).closest<HTMLElement>('[data-boot]')
  if (control) {
    event.preventDefault()
    event.stopPropagation()
    clicked = control
  }
  start()
}

/** @returns the control that was clicked last. */
function stopCapturing(): HTMLElement | undefined {
  for (const type of interactions) removeEventListener(type, onInteraction, true)
  return clicked
}

/**
 * Waits for first paint, so that the client does not compete for bandwidth with what the page needs first.
 * @param timeoutMs  Starts the client where nothing is ever painted: in a hidden tab or frame.
 */
function startAfterPaint(onPaint: () => void, timeoutMs: number): void {
  setTimeout(start, timeoutMs)
  new PerformanceObserver(onPaint).observe({ type: 'paint', buffered: true })
}

function startOnIdle(): void {
  if ('requestIdleCallback' in window) requestIdleCallback(() => start())
  else setTimeout(start, 500)
}

const startCompletePage = () => startAfterPaint(startOnIdle, 4000)

for (const type of interactions) addEventListener(type, onInteraction, true)
if (isPlaying || (isShell && document.hidden)) start()
else if (isShell) startAfterPaint(start, 500)
else if (document.readyState === 'complete') startCompletePage()
else addEventListener('load', startCompletePage)

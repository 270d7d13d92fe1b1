/**
 * The first script of every page, and on a public page the only one until the reader does something, or has seen the
 * page and the browser is idle. It takes the login token out of the address bar before anything else can see it, then
 * wakes the client.
 */
import { takeTokenOutOfAddress } from './lib/browser/take-token.ts'

const script = document.querySelector<HTMLScriptElement>('script[data-client]')
const clientUrl = script?.dataset.client ?? ''
const isPatient = script?.dataset.wake === 'idle' && !new URLSearchParams(location.search).has('play')

takeTokenOutOfAddress()

let pressed: HTMLElement | undefined
let isAwake = false
function wake(): void {
  if (isAwake) return
  isAwake = true
  // Side by side instead of one after another.
  const { rest, manifest } = document.querySelector<HTMLElement>('style[data-rest]')?.dataset ?? {}
  const looks = wordsOf(rest).map((url) => link('stylesheet', url))
  if (manifest) void link('manifest', manifest)
  for (const url of wordsOf(script?.dataset.with)) link('modulepreload', url)
  const client = import(/* @vite-ignore */ clientUrl)
  // In a task of its own: reading so much script is a long one already, and the page answers in between.
  void Promise.all([client, ...looks]).then(([{ start }]) => setTimeout(start, 0, takePress))
}

const wordsOf = (list = '') => list.split(' ').filter(Boolean)

/** @returns once it is there, or is known not to come. */
function link(rel: string, href: string): Promise<unknown> {
  const element = Object.assign(document.createElement('link'), { rel, href })
  document.head.append(element)
  return new Promise((resolve) => {
    element.onload = element.onerror = resolve
  })
}

const hints = ['pointerdown', 'keydown', 'click'] as const

/**
 * A press on something that only the client can do is kept, and done once all of the client hears presses: until then
 * parts of it would answer, and parts would not. The pointer that presses has woken the client already, which takes
 * longer than a press.
 */
function onHint(event: Event): void {
  const target = event.type === 'click' && (event.target as Element).closest<HTMLElement>('[data-boot]')
  if (target) {
    event.preventDefault()
    event.stopPropagation()
    pressed = target
  }
  wake()
}

/** From here on the client hears presses itself. @returns what was pressed until then. */
function takePress(): HTMLElement | undefined {
  for (const type of hints) removeEventListener(type, onHint, true)
  return pressed
}

/**
 * After the reader has seen the page: what is fetched before that takes the line away from what they wait for. A page
 * that is loaded may still be on its way to the screen, and one in a hidden tab or frame stays so.
 */
function whenSeen(): void {
  setTimeout(wake, 4000)
  new PerformanceObserver(whenIdle).observe({ type: 'paint', buffered: true })
}

function whenIdle(): void {
  if ('requestIdleCallback' in window) requestIdleCallback(() => wake())
  else setTimeout(wake, 500)
}

for (const type of hints) addEventListener(type, onHint, true)
if (!isPatient) wake()
else if (document.readyState === 'complete') whenSeen()
else addEventListener('load', whenSeen)

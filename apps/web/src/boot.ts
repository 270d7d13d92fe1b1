/**
 * The first script on every page. It removes secrets from the address bar, then starts the client: on a shell
 * when it is painted, on a complete page when the browser is idle afterwards, and on both at the first interaction.
 */
import { takeCodeFromUrl } from './lib/browser/take-code.ts'
import { takeTokenFromUrl } from './lib/browser/take-token.ts'

const script = document.querySelector<HTMLScriptElement>('script[data-client]')
const clientUrl = script?.dataset.client ?? ''
const isShell = script?.dataset.start === 'paint'
const isPlaying = new URLSearchParams(location.search).has('play')

takeTokenFromUrl()
takeCodeFromUrl()

let isStarted = false
function start(): void {
  if (isStarted) return
  isStarted = true
  const { stylesheets, manifest } =
    document.querySelector<HTMLElement>('style[data-stylesheets]')?.dataset ?? {}
  const styles = splitList(stylesheets)
  const imports = splitList(script?.dataset.imports)
  const loading = styles.map((url) => link('stylesheet', url))
  if (manifest) void link('manifest', manifest).catch(() => undefined)
  for (const url of imports) link('modulepreload', url).catch(() => undefined)
  startClient(loading).catch((error: unknown) => recover(error, [clientUrl, ...imports, ...styles]))
}

async function startClient(styles: Promise<unknown>[]): Promise<void> {
  const [client] = await Promise.all([import(/* @vite-ignore */ clientUrl), ...styles])
  // A separate task keeps the page responsive: evaluating the modules is a long task already.
  await new Promise((resolve) => setTimeout(resolve))
  await client.start(stopCapturing)
  failureMessage()?.remove()
}

const splitList = (list = '') => list.split(' ').filter(Boolean)

/** @throws when the resource fails to load. */
function link(rel: string, href: string): Promise<unknown> {
  const element = Object.assign(document.createElement('link'), { rel, href })
  document.head.append(element)
  return new Promise((resolve, reject) => {
    element.onload = resolve
    element.onerror = () => reject(new Error(`${href} did not load`))
  })
}

/** The end of the page, which may not have arrived when this script runs. */
const failureMessage = () => document.querySelector<HTMLElement>('.boot-failure')
const retryPausesMs = [0, 1000, 3000]
/** Kept in the history entry, because storage may be blocked. */
const hasReloaded = Boolean(history.state?.hasReloaded)
if (hasReloaded) history.replaceState({ ...history.state, hasReloaded: false }, '')

/**
 * Waits for the files if a client did not start, then loads the page again: browsers remember a module's failed load,
 * and the page may name a past release's files. A second failure in a row shows a message.
 */
async function recover(error: unknown, files: string[]): Promise<void> {
  for (const pauseMs of retryPausesMs) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    if (await canLoad(files)) break
  }
  // Not earlier: files also fail to load while a popup is being closed, which is no error.
  console.error(error)
  if (hasReloaded) return showFailure()
  history.replaceState({ ...history.state, hasReloaded: true }, '')
  location.reload()
}

const canLoad = (files: string[]): Promise<boolean> =>
  Promise.all(files.map((url) => fetch(url, { cache: 'reload' }))).then(
    (responses) => responses.every(({ ok }) => ok),
    () => false,
  )

/** Links work again as they do without scripts, including the one clicked last. */
function showFailure(): void {
  const main = isShell && document.querySelector('main')
  const message = failureMessage()
  if (main && message) main.replaceChildren(message)
  if (main) main.ariaBusy = 'false'
  message?.removeAttribute('hidden')
  stopCapturing()?.click()
}

const interactions = ['pointerdown', 'keydown', 'click'] as const
let clicked: HTMLElement | undefined

/**
 * Starts the client on the first interaction. A click on a control waiting for the client (`data-boot`) is captured,
 * and replayed after the whole page is hydrated: before then, only parts would respond.
 */
function onInteraction(event: Event): void {
  const { type, target } = event
  const control = type === 'click' && target instanceof Element && target.closest<HTMLElement>('[data-boot]')
  if (control && !opensElsewhere(event as MouseEvent)) {
    event.preventDefault()
    event.stopPropagation()
    clicked = control
  }
  start()
}

/** In a new tab or window, or as a download. */
const opensElsewhere = ({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) =>
  ctrlKey || metaKey || shiftKey || altKey

/** @returns the control clicked last. */
function stopCapturing(): HTMLElement | undefined {
  for (const type of interactions) removeEventListener(type, onInteraction, true)
  return clicked
}

/**
 * Waits for first paint, so the client does not compete for bandwidth with what the page needs first.
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

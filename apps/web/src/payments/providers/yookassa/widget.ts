import { addScript } from '../../../lib/browser/add-script.ts'
import { resolveColour } from '../../../lib/browser/resolve-colour.ts'
import { clientConfig } from '../../../lib/context/client-config.ts'
import { widgetErrorCode } from './widget-error.ts'

/** The used part of the YooKassa widget API. Without a return URL it reports results by events. */
type Widget = {
  /** Renders the form into the element with this id. */
  render(containerId: string): Promise<unknown>
  on(event: 'success' | 'fail' | 'modal_close', listener: () => void): void
  destroy(): void
}

export type WidgetConstructor = new (options: {
  confirmation_token: string
  error_callback: (error: unknown) => void
  customization?: { colors: Record<string, string> }
}) => Widget

declare global {
  interface Window {
    YooMoneyCheckoutWidget?: WidgetConstructor
  }
}

/** The widget's reports. None decides a payment; only the server does. */
export type WidgetListeners = {
  onReady(): void
  onSuccess(): void
  /** The form closed without success: it expired, or the player closed it. */
  onClose(): void
  /** @param code  A YooKassa error code. */
  onError(code: string): void
}

let loading: Promise<WidgetConstructor> | undefined

/**
 * Loads YooKassa's widget, once per page.
 * @throws when YooKassa is not configured or its script does not load; the next call retries.
 */
export function loadWidget(): Promise<WidgetConstructor> {
  loading ??= load()
  loading.catch(() => {
    loading = undefined
  })
  return loading
}

async function load(): Promise<WidgetConstructor> {
  const { yookassa } = clientConfig()
  if (!yookassa) throw new Error('YooKassa is not configured')
  await addScript(yookassa.scriptUrl)
  if (!window.YooMoneyCheckoutWidget) throw new Error(`${yookassa.scriptUrl} defines no widget`)
  return window.YooMoneyCheckoutWidget
}

/**
 * Renders YooKassa's form into an element.
 * @returns Removes the form; no listener is called afterwards.
 */
export function mountWidget(
  { Widget, token }: { Widget: WidgetConstructor; token: string },
  containerId: string,
  { onReady, onSuccess, onClose, onError }: WidgetListeners,
): () => void {
  let isDestroyed = false
  const ifMounted =
    <Args extends unknown[]>(listener: (...args: Args) => void) =>
    (...args: Args) => {
      if (!isDestroyed) listener(...args)
    }
  const reportError = ifMounted(onError)
  const widget = new Widget({
    confirmation_token: token,
    error_callback: (error) => reportError(widgetErrorCode(error)),
    customization: { colors: widgetColours() },
  })
  widget.on('success', ifMounted(onSuccess))
  widget.on('fail', ifMounted(onClose))
  widget.on('modal_close', ifMounted(onClose))
  widget.render(containerId).then(ifMounted(onReady), () => reportError('internal_service_error'))
  return () => {
    isDestroyed = true
    widget.destroy()
  }
}

/** The hub's colours when the form opens; it cannot change them later. */
function widgetColours(): Record<string, string> {
  return {
    control_primary: resolveColour('--accent-from'),
    control_primary_content: resolveColour('--on-accent'),
    control_secondary: resolveColour('--line-strong'),
    background: resolveColour('--ink-1'),
    text: resolveColour('--foreground'),
    border: resolveColour('--line-strong'),
  }
}

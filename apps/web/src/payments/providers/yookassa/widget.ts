import { addScript } from '../../../lib/browser/add-script.ts'
import { clientConfig } from '../../../lib/context/client-config.ts'

/** What we use of YooKassa's payment form. Without a return address it tells how it went by events. */
export type Widget = {
  /** Shows the form in the element with this id. */
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

let opening: Promise<WidgetConstructor> | undefined

/**
 * YooKassa's form, fetched once per page.
 * @throws when YooKassa is not configured or its script does not load; the next call tries again.
 */
export function openWidget(): Promise<WidgetConstructor> {
  opening ??= load()
  opening.catch(() => {
    opening = undefined
  })
  return opening
}

async function load(): Promise<WidgetConstructor> {
  const { yookassa } = clientConfig()
  if (!yookassa) throw new Error('YooKassa is not configured')
  await addScript(yookassa.scriptUrl)
  if (!window.YooMoneyCheckoutWidget) throw new Error(`${yookassa.scriptUrl} brought no form`)
  return window.YooMoneyCheckoutWidget
}

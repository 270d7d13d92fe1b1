import { resolveColour } from '../../../lib/browser/resolve-colour.ts'
import type { WidgetConstructor } from './widget.ts'
import { widgetErrorCode } from './widget-error.ts'

/** What the form has to tell. None of it settles a payment. */
export type FormNews = {
  ready(): void
  /** The buyer has seen the page of success. */
  success(): void
  /** It closed without one: its time was up, or somebody closed it. */
  end(): void
  /** @param code  One of YooKassa's. */
  error(code: string): void
}

/**
 * Shows YooKassa's form in an element.
 * @returns what takes it away again; it tells nothing more then
 */
export function mountForm(
  { Widget, token }: { Widget: WidgetConstructor; token: string },
  containerId: string,
  tell: FormNews,
): () => void {
  let isGone = false
  const unlessGone = (work: () => void) => () => {
    if (!isGone) work()
  }
  const error = (code: string) => unlessGone(() => tell.error(code))()
  const widget = new Widget({
    confirmation_token: token,
    error_callback: (told) => error(widgetErrorCode(told)),
    customization: { colors: formColours() },
  })
  widget.on('success', unlessGone(tell.success))
  widget.on('fail', unlessGone(tell.end))
  widget.on('modal_close', unlessGone(tell.end))
  widget.render(containerId).then(unlessGone(tell.ready), () => error('internal_service_error'))
  return () => {
    isGone = true
    widget.destroy()
  }
}

/** The hub's own colours, as the form opens in them; it cannot change them later. */
function formColours(): Record<string, string> {
  return {
    control_primary: resolveColour('--accent-from'),
    control_primary_content: resolveColour('--on-accent'),
    control_secondary: resolveColour('--line-strong'),
    background: resolveColour('--ink-1'),
    text: resolveColour('--letters'),
    border: resolveColour('--line-strong'),
  }
}

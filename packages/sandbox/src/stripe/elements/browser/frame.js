import { element, openCardForm } from '../../../pages/browser/card-form.js'
import { createTranslator, detectLanguage } from '../../../pages/browser/i18n.js'
import { openApi } from './api.js'
import { messages } from './messages.js'

/**
 * What Stripe.js writes into the frame's fragment, which no server receives.
 * @typedef {{ parent: string, kind: 'card' | 'api', key: string, locale?: string, appearance?: Appearance }} Options
 * @typedef {{ theme?: string, variables?: Record<string, string> }} Appearance  the supported part of Stripe's appearance
 */

const MARK = 'stripe-sandbox'

/** @type {Record<string, string>} */
const lightTheme = {
  colorPrimary: '#4f46e5',
  colorBackground: '#ffffff',
  colorText: '#1d2130',
  colorDanger: '#b3261e',
}
/** @type {Record<string, string>} */
const nightTheme = {
  colorPrimary: '#ffb454',
  colorBackground: '#1a1c28',
  colorText: '#f3f3f8',
  colorDanger: '#ff9c8f',
}
const baseTheme = { borderRadius: '8px', fontFamily: 'system-ui, sans-serif', fontSizeBase: '16px' }

/** @type {Options} */
const options = JSON.parse(decodeURIComponent(location.hash.slice(1)))
let translator = createTranslator(messages, detectLanguage(options.locale))
const api = openApi(options.key, () => translator)

if (options.kind === 'card') openCard()
else serveParent({ retrieve: api.retrieve })('ready')

function openCard() {
  const view = element('card', HTMLFormElement)
  const form = openCardForm({
    t: (key) => translator.t(key),
    onChange: (state) => notify('change', state),
  })
  const notify = serveParent({
    submit: () => ({ error: form.validate() }),
    confirm: async ({ secret, extra }) => {
      const error = form.validate()
      return error
        ? { error: { type: 'validation_error', ...error } }
        : api.confirm(secret, { ...toPaymentMethod(form.card()), ...extra })
    },
    retrieve: api.retrieve,
    update: ({ locale, appearance }) => {
      if (locale) translator = createTranslator(messages, detectLanguage(locale))
      if (appearance) applyAppearance(appearance)
      translate(view)
      form.retranslate()
    },
    focus: form.focus,
    blur: () => document.activeElement instanceof HTMLElement && document.activeElement.blur(),
    clear: form.clear,
  })

  applyAppearance(options.appearance ?? {})
  translate(view)
  view.hidden = false

  view.addEventListener('submit', (event) => {
    event.preventDefault()
    notify('submit')
  })
  view.addEventListener('focusin', ({ relatedTarget }) => relatedTarget || notify('focus'))
  view.addEventListener('focusout', ({ relatedTarget }) => relatedTarget || notify('blur'))
  view.addEventListener('keydown', ({ key }) => key === 'Escape' && notify('escape'))
  new ResizeObserver(() => notify('height', Math.ceil(view.getBoundingClientRect().height))).observe(view)
  notify('ready')
}

/**
 * Serves calls of the page that mounted the frame. Messages of other windows and origins are ignored.
 * @param {Record<string, (argument: any) => unknown>} methods
 * @returns {(event: string, detail?: unknown) => void} sends an event to the page
 */
function serveParent(methods) {
  /** @param {Record<string, unknown>} message */
  const send = (message) => window.parent.postMessage({ mark: MARK, ...message }, options.parent)
  window.addEventListener('message', async ({ source, origin, data }) => {
    if (source !== window.parent || origin !== options.parent || data?.mark !== MARK) return
    const method = Object.hasOwn(methods, data.method) ? methods[data.method] : undefined
    if (method) send({ replyTo: data.id, value: await method(data.argument) })
  })
  return (event, detail) => send({ event, detail })
}

/** @param {{ number: string, expMonth: string, expYear: string, cvc: string }} card */
function toPaymentMethod({ number, expMonth, expYear, cvc }) {
  return {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': expMonth,
    'payment_method_data[card][exp_year]': expYear,
    'payment_method_data[card][cvc]': cvc,
  }
}

/** @param {HTMLFormElement} form */
function translate(form) {
  translator.translatePage()
  form.setAttribute('aria-label', translator.t('form'))
}

/** Sets custom properties through the style object, which the content security policy allows. @param {Appearance} appearance */
function applyAppearance({ theme, variables = {} }) {
  const root = document.documentElement
  const values = { ...baseTheme, ...(theme === 'night' ? nightTheme : lightTheme), ...variables }
  for (const [name, value] of Object.entries(values)) root.style.setProperty(`--${name}`, String(value))
  root.style.colorScheme = theme === 'night' ? 'dark' : 'light'
}

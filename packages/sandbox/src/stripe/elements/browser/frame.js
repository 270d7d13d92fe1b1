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
else
  serveParent({ retrieve: api.retrieve, confirm: ({ secret, extra }) => api.confirm(secret, extra) })('ready')

function openCard() {
  const view = element('card', HTMLFormElement)
  const wallets = openWallets(view, (wallet) =>
    notify('change', wallet ? { empty: false, complete: true, value: { type: wallet } } : form.state()),
  )
  const form = openCardForm({
    t: (key) => translator.t(key),
    onChange: (state) => notify('change', state),
  })
  const notify = serveParent({
    submit: () => (wallets.chosen() ? {} : { error: form.validate() }),
    confirm: async ({ secret, extra }) => {
      const wallet = wallets.chosen()
      if (wallet) return api.confirm(secret, { ...toWalletMethod(wallet), ...extra })
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
  void wallets.offered().then((areOffered) => {
    const available = { available: areOffered }
    const paymentMethods = { card: { available: true }, applePay: available, googlePay: available }
    notify('availablepaymentmethodschange', { paymentMethods })
    notify('ready')
  })
}

/**
 * The choice between card and wallets, on a host that is registered for them.
 * @param {HTMLFormElement} form
 * @param {(wallet: string | undefined) => void} onChoose
 */
function openWallets(form, onChoose) {
  const chosen = () => {
    const method = new FormData(form).get('method')
    return method === 'apple_pay' || method === 'google_pay' ? method : undefined
  }
  function show() {
    const template = element('methods', HTMLTemplateElement)
    template.after(template.content.cloneNode(true))
    translator.translatePage()
    template.nextElementSibling?.addEventListener('change', () => {
      const isWallet = chosen() !== undefined
      element('fields', HTMLDivElement).hidden = isWallet
      element('wallet-note', HTMLParagraphElement).hidden = !isWallet
      onChoose(chosen())
    })
  }
  return {
    chosen,
    /** Asks whether the page's host has wallets, and shows them. */
    async offered() {
      const response = await fetch(`/stripe/wallets/${new URL(options.parent).hostname}`).catch(
        () => undefined,
      )
      const { isOffered } = response?.ok ? await response.json() : { isOffered: false }
      if (isOffered) show()
      return isOffered
    },
  }
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

/** @param {'apple_pay' | 'google_pay'} wallet */
function toWalletMethod(wallet) {
  return {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][token]': `tok_sandbox_${wallet}`,
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

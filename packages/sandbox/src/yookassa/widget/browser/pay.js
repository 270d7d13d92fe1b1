import { element, openCardForm } from '../../../pages/browser/card-form.js'
import { ask, languageOf, money, openWords, showSection } from '../../../pages/browser/page.js'
import { sentences } from './words.js'

/** The buyer's form: inside the widget's frame it tells the shop's page, on a page of its own it sends the buyer back. */

const MARK = 'yookassa-sandbox'
const POLL_MS = 2_000
/** How long the success page stays before the shop is told. */
const SUCCESS_SHOWN_MS = 10_000

/** @typedef {{ status: string, amountMinor: number, currency: string, description: string | null, locale: string | null, returnUrl: string | null, methods: string[], isAsked: boolean, declineReason: string | null, cancelReason: string | null }} View */

const framed = window.parent !== window
/** @type {{ token: string, parent: string, colors: Record<string, string> }} */
const task = framed
  ? JSON.parse(decodeURIComponent(location.hash.slice(1)))
  : { token: new URLSearchParams(location.search).get('token') ?? '', parent: '', colors: {} }
const address = `/yookassa/checkout/${encodeURIComponent(task.token)}`

dress(task.colors)
new ResizeObserver(() => tell('height', Math.ceil(document.body.scrollHeight))).observe(document.body)
await start()

async function start() {
  const { status, body } = await ask(address).catch(() => ({ status: 0, body: null }))
  /** @type {View} */
  const view = body
  const words = openWords(sentences, languageOf(view?.locale))
  words.putWords()
  document.title = words.say('brand')
  if (status === 0) return refuse('internal_service_error', words.say('away'))
  if (status !== 200) return refuse('invalid_token', words.say('unknown'))
  if (view.status === 'canceled') return refuse('token_expired', words.sayOr(view.cancelReason, 'gone'))
  if (view.status !== 'pending') return refuse('invalid_token', words.say('already-paid'))
  openForm(view, words)
  tell('ready')
}

/** Nothing can be paid here. @param {string} code @param {string} sentence */
function refuse(code, sentence) {
  element('gone-text', HTMLElement).textContent = sentence
  element('leave', HTMLElement).hidden = true
  showSection('gone')
  tell('error', code)
}

/** @param {View} first @param {ReturnType<typeof openWords>} words */
function openForm(first, { say, sayOr }) {
  const language = languageOf(first.locale)
  const sum = money(language, first.amountMinor, first.currency)
  const card = openCardForm({ say, onChange: () => {} })
  const form = element('form', HTMLFormElement)
  const submit = element('submit', HTMLButtonElement)
  const declined = element('declined', HTMLElement)
  const method = () => String(new FormData(form).get('method'))
  let isOver = false
  let isBusy = false

  element('amount', HTMLElement).textContent = sum
  element('description', HTMLElement).textContent = first.description ?? ''
  submit.textContent = say('pay', { sum })
  for (const radio of form.querySelectorAll('input[type="radio"]')) {
    const input = /** @type {HTMLInputElement} */ (radio)
    if (first.methods.includes(input.value)) continue
    input.closest('label')?.remove()
  }
  const only = form.querySelector('input[type="radio"]')
  if (first.methods.length === 1 && only instanceof HTMLInputElement) only.checked = true
  showMethod()
  show(first)
  setTimeout(poll, POLL_MS)

  form.addEventListener('change', showMethod)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (method() === 'yoo_money') return void act({ deed: 'wallet' })
    if (!card.validate()) void act({ deed: 'card', card: card.card() })
  })
  element('confirm', HTMLElement).addEventListener('click', () => act({ deed: 'challenge', hasPassed: true }))
  element('refuse', HTMLElement).addEventListener('click', () => act({ deed: 'challenge', hasPassed: false }))

  function showMethod() {
    const isCard = method() === 'bank_card'
    element('card', HTMLElement).hidden = !isCard
    element('wallet', HTMLElement).hidden = isCard
  }

  /** @param {unknown} deed */
  async function act(deed) {
    if (isBusy) return
    isBusy = true
    submit.setAttribute('aria-disabled', 'true')
    declined.textContent = ''
    try {
      const { status, body } = await ask(address, deed)
      const view = status === 200 ? body : (await ask(address)).body
      show(view)
      if (view.status === 'pending' && view.declineReason) {
        declined.textContent = sayOr(view.declineReason, 'general_decline')
      }
    } catch {
      declined.textContent = say('away')
    }
    isBusy = false
    submit.removeAttribute('aria-disabled')
  }

  /** The payment may be settled elsewhere: in a bank's app, or by the control API. */
  async function poll() {
    if (isOver) return
    const seen = isBusy ? null : await ask(address).catch(() => null)
    if (seen?.status === 200 && !isBusy) show(seen.body)
    setTimeout(poll, POLL_MS)
  }

  /** @param {View} view */
  function show(view) {
    if (isOver) return
    if (view.status === 'pending') return showSection(view.isAsked ? 'bank' : 'pay')
    isOver = true
    if (view.status === 'canceled') return showGone(view)
    const leave = once(() => finish('success', view.returnUrl))
    element('back', HTMLElement).addEventListener('click', leave)
    setTimeout(leave, SUCCESS_SHOWN_MS)
    showSection('paid')
  }

  /** @param {View} view */
  function showGone({ cancelReason, returnUrl }) {
    element('gone-text', HTMLElement).textContent = sayOr(cancelReason, 'gone')
    element('leave', HTMLElement).hidden = framed
    element('leave', HTMLElement).addEventListener('click', () => finish('fail', returnUrl))
    showSection('gone')
    if (framed) finish('fail', null)
  }
}

/** @param {'success' | 'fail'} event @param {string | null} returnUrl */
function finish(event, returnUrl) {
  if (framed) tell(event)
  else if (returnUrl) location.assign(returnUrl)
}

/** @param {string} event @param {unknown} [detail] */
function tell(event, detail) {
  if (framed) window.parent.postMessage({ mark: MARK, event, detail }, task.parent)
}

/** Wears the shop's colours, by YooKassa's names. @param {Record<string, string>} colors */
function dress(colors) {
  document.documentElement.classList.toggle('framed', framed)
  if (!framed) element('sheet', HTMLElement).role = 'main'
  for (const [name, value] of Object.entries(colors)) {
    document.documentElement.style.setProperty(`--${name.replaceAll('_', '-')}`, value)
  }
}

/** @param {() => void} work */
function once(work) {
  let isDone = false
  return () => {
    if (!isDone) work()
    isDone = true
  }
}

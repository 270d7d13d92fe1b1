import { element } from '../../../pages/browser/card-form.js'
import { ask, languageOf, money, openWords, showSection } from '../../../pages/browser/page.js'
import { sentences } from './words.js'

/** The page behind `paymentUrl`: the buyer pays, is declined or leaves, and goes back to the shop. */

const POLL_MS = 2_000
const UNPAID = ['PENDING', 'FAILED']

/** @typedef {{ status: string, amountMinor: number, currency: string, items: { title: string, count: string, totalMinor: number }[], urls: { onSuccess: string, onError: string, onAbort: string | null } }} View */

const query = new URLSearchParams(location.search)
const address = `/yandex-pay/checkout/${encodeURIComponent(query.get('token') ?? '')}`
const language = languageOf(query.get('lang'))
const { say, putWords } = openWords(sentences, language)
let isOver = false
let isBusy = false

putWords()
document.title = say('brand')
await start()

async function start() {
  const { status, body } = await ask(address).catch(() => ({ status: 0, body: null }))
  if (status !== 200) return showGone(say(status === 0 ? 'away' : 'unknown'))
  draw(body)
  show(body)
  setTimeout(poll, POLL_MS)
}

/** @param {View} view */
function draw({ amountMinor, currency, items, urls }) {
  const sum = money(language, amountMinor, currency)
  element('amount', HTMLElement).textContent = sum
  element('submit', HTMLElement).textContent = say('pay', { sum })
  for (const { title, count, totalMinor } of items) {
    const term = document.createElement('dt')
    const price = document.createElement('dd')
    term.textContent = count === '1' ? title : say('line', { title, count })
    price.textContent = money(language, totalMinor, currency)
    element('items', HTMLElement).append(term, price)
  }
  element('submit', HTMLElement).addEventListener('click', () => act('pay'))
  element('decline', HTMLElement).addEventListener('click', () => act('decline'))
  element('close', HTMLElement).addEventListener('click', () => leave(urls.onAbort))
}

/** @param {'pay' | 'decline'} deed */
async function act(deed) {
  if (isBusy) return
  isBusy = true
  element('problem', HTMLElement).textContent = ''
  try {
    const { status, body } = await ask(address, { deed })
    show(status === 200 ? body : (await ask(address)).body)
  } catch {
    element('problem', HTMLElement).textContent = say('away')
  }
  isBusy = false
}

/** The order may be settled elsewhere: by the control API, or by its time. */
async function poll() {
  if (isOver) return
  const seen = isBusy ? null : await ask(address).catch(() => null)
  if (seen?.status === 200 && !isBusy) show(seen.body)
  setTimeout(poll, POLL_MS)
}

/** @param {View} view */
function show({ status, urls }) {
  if (isOver) return
  if (status === 'PENDING') return showSection('pay')
  isOver = true
  if (UNPAID.includes(status)) showGone(say('failed'))
  else showSection('paid')
  location.assign(UNPAID.includes(status) ? urls.onError : urls.onSuccess)
}

/** Leaving decides nothing: the order stays as it is. @param {string | null} onAbort */
function leave(onAbort) {
  isOver = true
  if (onAbort) return location.assign(onAbort)
  window.close()
  showGone(say('closed'))
}

/** @param {string} sentence */
function showGone(sentence) {
  element('gone-text', HTMLElement).textContent = sentence
  showSection('gone')
}

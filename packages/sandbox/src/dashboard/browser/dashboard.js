import { createTranslator, detectLanguage, formatMoney } from '../../pages/browser/i18n.js'
import { messages } from './messages.js'

const POLL_INTERVAL_MS = 1500
/** A six-digit login code. */
const CODE = /(?<!\d)\d{6}(?!\d)/

/** @typedef {{ id: string, provider: string, hubPaymentId: string | null, amountMinor: number, currency: string, status: string, description: string | null, createdAtMs: number, outcomes: string[], refundedMinor: number, disputed: boolean }} Payment */
/** @typedef {{ id: string, to: string, from: string, subject: string, text: string, receivedAt: string }} Email */
/** @typedef {{ id: string, name: string, tells: { en: string, ru: string } }} Persona */
/** @typedef {{ project: string, id: string, type: string, body: unknown, verified: boolean, answeredStatus: number, receivedAt: string }} Webhook */

/** The items of each list as JSON. An unchanged list is not rendered again, so that focus and selection stay. */
const rendered = new Map()
const { t, translatePage, language } = createTranslator(messages, detectLanguage(null))

translatePage()
document.title = `${t('title')} · Playhub`
await showPersonas()
await poll()

async function poll() {
  try {
    const response = await fetch('/dashboard/overview')
    /** @type {{ payments: Payment[], emails: Email[], webhooks: Webhook[] }} */
    const { payments, emails, webhooks } = await response.json()
    show('payments', payments, paymentRow)
    show('mail', emails, emailRow)
    show('webhooks', webhooks, webhookRow)
    if (status().dataset.isOffline) announce('')
  } catch {
    announce(t('unreachable'))
    status().dataset.isOffline = 'yes'
  }
  setTimeout(poll, POLL_INTERVAL_MS)
}

/** Personas never change, so they are not polled. */
async function showPersonas() {
  const response = await fetch('/control/identity/personas')
  show('personas', await response.json(), personaRow)
}

/**
 * @template {{ id: string }} T
 * @param {string} section
 * @param {T[]} items
 * @param {(item: T) => HTMLElement} row
 */
function show(section, items, row) {
  const list = /** @type {HTMLElement} */ (document.querySelector(`#${section} .list`))
  const state = JSON.stringify(items)
  if (rendered.get(section) === state) return
  rendered.set(section, state)
  const focused = list.contains(document.activeElement)
    ? document.activeElement?.getAttribute('data-key')
    : null
  const opened = new Set(
    [...list.querySelectorAll('details[open]')].map((one) => one.getAttribute('data-key')),
  )
  list.replaceChildren(...(items.length > 0 ? items.map(row) : [emptyRow(list.dataset.empty ?? '')]))
  for (const one of list.querySelectorAll('details')) one.open = opened.has(one.getAttribute('data-key'))
  if (focused) /** @type {HTMLElement | null} */ (list.querySelector(`[data-key="${focused}"]`))?.focus()
}

/** @param {string} key */
function emptyRow(key) {
  return make('li', { className: 'empty' }, t(key))
}

/** @param {Payment} payment */
function paymentRow(payment) {
  const {
    id,
    amountMinor,
    currency,
    status: paymentStatus,
    description,
    outcomes,
    refundedMinor,
    disputed,
  } = payment
  const chips = [
    chip(t(paymentStatus), paymentTone(paymentStatus)),
    ...(refundedMinor > 0
      ? [chip(t('refunded', { amount: formatMoney(language, refundedMinor, currency) }), 'warm')]
      : []),
    ...(disputed ? [chip(t('disputed'), 'bad')] : []),
  ]
  const facts = [
    `${payment.provider} ${id}`,
    ...(payment.hubPaymentId ? [t('hub-payment', { id: payment.hubPaymentId })] : []),
    time(payment.createdAtMs),
  ]
  const title = [formatMoney(language, amountMinor, currency), description].filter(Boolean).join(' · ')
  return make(
    'li',
    {},
    make('h3', {}, title, ...chips),
    make('p', { className: 'facts' }, facts.join(' · ')),
    make('div', { className: 'actions' }, ...outcomes.map((outcome) => outcomeButton(id, outcome, title))),
  )
}

/** @param {string} id @param {string} outcome @param {string} title */
function outcomeButton(id, outcome, title) {
  const button = make('button', { type: 'button' }, t(outcome))
  if (outcome === 'succeed') button.className = 'main'
  button.setAttribute('aria-label', `${t(outcome)}: ${title}`)
  button.dataset.key = `${id}-${outcome}`
  button.addEventListener('click', () => applyOutcome(id, outcome))
  return button
}

/** @param {string} id @param {string} outcome */
async function applyOutcome(id, outcome) {
  const response = await fetch(`/control/payments/${id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ outcome }),
  })
  if (response.ok) return announce(t('done', { outcome: t(outcome), id }))
  const { title } = await response.json()
  announce(t('failed', { reason: title }))
}

/** @param {Email} email */
function emailRow({ id, to, from, subject, text, receivedAt }) {
  const code = CODE.exec(`${subject}\n${text}`)?.[0]
  const open = make('a', { href: `/mail/messages/${id}/html`, target: '_blank', rel: 'noopener' }, t('open'))
  open.setAttribute('aria-label', `${t('open')}: ${subject}`)
  open.dataset.key = `${id}-open`
  return make(
    'li',
    {},
    make('h3', {}, subject || '—'),
    make('p', { className: 'facts' }, `${from} → ${to} · ${time(receivedAt)}`),
    ...(code ? [codeButton(id, code)] : [make('p', { className: 'excerpt' }, text.slice(0, 200))]),
    make('div', { className: 'actions' }, open),
  )
}

/** @param {string} id @param {string} code */
function codeButton(id, code) {
  const button = make('button', { type: 'button', className: 'code' }, code)
  button.setAttribute('aria-label', t('copy', { code }))
  button.dataset.key = `${id}-code`
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(code)
    announce(t('copied', { code }))
  })
  return button
}

/** @param {Webhook} webhook */
function webhookRow({ id, project, type, body, verified, answeredStatus, receivedAt }) {
  const details = make('details', {}, make('summary', {}, t('open-body')))
  details.dataset.key = `${id}-${receivedAt}`
  const text = make('pre', { tabIndex: 0 }, JSON.stringify(body, null, 2))
  text.setAttribute('role', 'region')
  text.setAttribute('aria-label', `${type} ${id}`)
  details.append(text)
  return make(
    'li',
    {},
    make('h3', {}, type || '—', chip(t(verified ? 'verified' : 'unverified'), verified ? 'good' : 'bad')),
    make(
      'p',
      { className: 'facts' },
      `${project} · ${id} · ${t('answered', { status: String(answeredStatus) })} · ${time(receivedAt)}`,
    ),
    details,
  )
}

/** @param {Persona} persona */
function personaRow({ id, name, tells }) {
  return make(
    'li',
    {},
    make('h3', {}, name, chip(`persona=${id}`, 'quiet')),
    make('p', { className: 'facts' }, tells[language]),
  )
}

/** @param {string} paymentStatus */
function paymentTone(paymentStatus) {
  if (['succeeded', 'CAPTURED', 'PARTIALLY_REFUNDED'].includes(paymentStatus)) return 'good'
  return ['canceled', 'VOIDED', 'FAILED', 'REFUNDED'].includes(paymentStatus) ? 'quiet' : 'warm'
}

/** @param {string} text @param {string} tone */
function chip(text, tone) {
  return make('span', { className: `chip ${tone}` }, text)
}

/** @param {string | number} instant */
function time(instant) {
  return new Date(instant).toLocaleTimeString(language)
}

/** @param {string} text */
function announce(text) {
  status().textContent = text
  delete status().dataset.isOffline
}

function status() {
  return /** @type {HTMLElement} */ (document.getElementById('status'))
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Partial<HTMLElementTagNameMap[K]>} properties
 * @param {...(string | Node)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
function make(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}

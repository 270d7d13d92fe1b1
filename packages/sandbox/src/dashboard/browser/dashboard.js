import { language, say } from './messages.js'

const POLL_MS = 1500
const CODE = /(?<!\d)\d{6}(?!\d)/

/** @typedef {{ id: string, provider: string, hubPaymentId: string | null, amountMinor: number, currency: string, status: string, description: string | null, createdAt: string, outcomes: string[], refundedMinor: number, disputed: boolean }} Payment */
/** @typedef {{ id: string, to: string, from: string, subject: string, text: string, receivedAt: string }} Mail */
/** @typedef {{ id: string, name: string, tells: { en: string, ru: string } }} Persona */
/** @typedef {{ project: string, id: string, type: string, body: unknown, verified: boolean, answeredStatus: number, receivedAt: string }} Webhook */

/** What each list last showed; a list is drawn again only when it differs, so that focus and selection stay. */
const drawn = new Map()

document.documentElement.lang = language
for (const part of document.querySelectorAll('[data-word]')) {
  part.textContent = say(part.getAttribute('data-word') ?? '')
}
for (const part of document.querySelectorAll('[data-label]')) {
  part.setAttribute('aria-label', say(part.getAttribute('data-label') ?? ''))
}
document.title = `${say('title')} · Playhub`
await showPersonas()
await poll()

async function poll() {
  try {
    const response = await fetch('/dashboard/overview')
    /** @type {{ payments: Payment[], mails: Mail[], webhooks: Webhook[] }} */
    const { payments, mails, webhooks } = await response.json()
    show('payments', payments, paymentRow)
    show('mail', mails, mailRow)
    show('webhooks', webhooks, webhookRow)
    if (status().dataset.isAway) announce('')
  } catch {
    announce(say('away'))
    status().dataset.isAway = 'yes'
  }
  setTimeout(poll, POLL_MS)
}

/** They never change, so they are asked for once. */
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
  if (drawn.get(section) === state) return
  drawn.set(section, state)
  const focused = list.contains(document.activeElement)
    ? document.activeElement?.getAttribute('data-key')
    : null
  const opened = new Set(
    [...list.querySelectorAll('details[open]')].map((part) => part.getAttribute('data-key')),
  )
  list.replaceChildren(...(items.length > 0 ? items.map(row) : [emptyRow(list.dataset.empty ?? '')]))
  for (const part of list.querySelectorAll('details')) part.open = opened.has(part.getAttribute('data-key'))
  if (focused) /** @type {HTMLElement | null} */ (list.querySelector(`[data-key="${focused}"]`))?.focus()
}

/** @param {string} word */
function emptyRow(word) {
  return make('li', { className: 'empty' }, say(word))
}

/** @param {Payment} payment */
function paymentRow(payment) {
  const { id, amountMinor, currency, status: state, description, outcomes, refundedMinor, disputed } = payment
  const marks = [
    chip(say(state), paymentTone(state)),
    ...(refundedMinor > 0 ? [chip(say('refunded', { sum: money(refundedMinor, currency) }), 'warm')] : []),
    ...(disputed ? [chip(say('disputed'), 'bad')] : []),
  ]
  const facts = [
    `${payment.provider} ${id}`,
    ...(payment.hubPaymentId ? [say('hub-payment', { id: payment.hubPaymentId })] : []),
    time(payment.createdAt),
  ]
  const title = [money(amountMinor, currency), description].filter(Boolean).join(' · ')
  return make(
    'li',
    {},
    make('h3', {}, title, ...marks),
    make('p', { className: 'facts' }, facts.join(' · ')),
    make('div', { className: 'actions' }, ...outcomes.map((outcome) => outcomeButton(id, outcome, title))),
  )
}

/** @param {string} id @param {string} outcome @param {string} title */
function outcomeButton(id, outcome, title) {
  const button = make('button', { type: 'button' }, say(outcome))
  if (outcome === 'succeed') button.className = 'main'
  button.setAttribute('aria-label', `${say(outcome)}: ${title}`)
  button.dataset.key = `${id}-${outcome}`
  button.addEventListener('click', () => decide(id, outcome))
  return button
}

/** @param {string} id @param {string} outcome */
async function decide(id, outcome) {
  const response = await fetch(`/control/payments/${id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ outcome }),
  })
  if (response.ok) return announce(say('done', { outcome: say(outcome), id }))
  const { title } = await response.json()
  announce(say('failed', { reason: title }))
}

/** @param {Mail} mail */
function mailRow({ id, to, from, subject, text, receivedAt }) {
  const code = CODE.exec(`${subject}\n${text}`)?.[0]
  const open = make(
    'a',
    { href: `/mail/messages/${id}/html`, target: '_blank', rel: 'noopener' },
    say('open'),
  )
  open.setAttribute('aria-label', `${say('open')}: ${subject}`)
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
  button.setAttribute('aria-label', say('copy', { code }))
  button.dataset.key = `${id}-code`
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(code)
    announce(say('copied', { code }))
  })
  return button
}

/** @param {Webhook} webhook */
function webhookRow({ id, project, type, body, verified, answeredStatus, receivedAt }) {
  const details = make('details', {}, make('summary', {}, say('open-body')))
  details.dataset.key = `${id}-${receivedAt}`
  const text = make('pre', { tabIndex: 0 }, JSON.stringify(body, null, 2))
  text.setAttribute('role', 'region')
  text.setAttribute('aria-label', `${type} ${id}`)
  details.append(text)
  return make(
    'li',
    {},
    make('h3', {}, type || '—', chip(say(verified ? 'verified' : 'unverified'), verified ? 'good' : 'bad')),
    make(
      'p',
      { className: 'facts' },
      `${project} · ${id} · ${say('answered', { status: String(answeredStatus) })} · ${time(receivedAt)}`,
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

/** @param {string} state */
function paymentTone(state) {
  if (['succeeded', 'CAPTURED', 'PARTIALLY_REFUNDED'].includes(state)) return 'good'
  return ['canceled', 'VOIDED', 'FAILED', 'REFUNDED'].includes(state) ? 'quiet' : 'warm'
}

/** @param {string} text @param {string} tone */
function chip(text, tone) {
  return make('span', { className: `chip ${tone}` }, text)
}

/** @param {number} amountMinor @param {string} currency */
function money(amountMinor, currency) {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency })
  return format.format(amountMinor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

/** @param {string} instant */
function time(instant) {
  return new Date(instant).toLocaleTimeString(language)
}

/** @param {string} text */
function announce(text) {
  status().textContent = text
  delete status().dataset.isAway
}

function status() {
  return /** @type {HTMLElement} */ (document.getElementById('status'))
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Partial<HTMLElementTagNameMap[K]>} traits
 * @param {...(string | Node)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
function make(tag, traits, ...children) {
  const made = Object.assign(document.createElement(tag), traits)
  made.append(...children)
  return made
}

import { createTranslator, detectLanguage } from '../../pages/browser/i18n.js'
import { closeHub, listen, openPopup, showInFrame } from './hub-window.js'
import { messages } from './messages.js'

/** @typedef {import('./hub-window.js').Result} Result */

const hub = document.body.dataset.hub ?? ''
const form = /** @type {HTMLFormElement} */ (document.querySelector('#choice'))
const about = /** @type {HTMLElement} */ (document.querySelector('#about'))
const list = /** @type {HTMLElement} */ (document.querySelector('#received'))
const { t, translatePage, language } = createTranslator(messages, detectLanguage(null))
const signIn = form.querySelector('button')
/** The player's id after login. It is kept for the tab, because a redirect leaves the page. */
const player = {
  get: () => sessionStorage.getItem('player') ?? '',
  /** @param {string} id */
  set: (id) => sessionStorage.setItem('player', id),
}

translatePage()
document.title = `${t('title')} · Playhub`
for (const name of ['project', 'mode']) restore(name)
explain()
list.append(row('', '', t('nothing-received')))
list.firstElementChild?.classList.add('empty')
listen(hub, ({ origin, isTrusted, result }) => {
  record(result, isTrusted ? 'trusted' : 'untrusted', origin)
  if (isTrusted) handle(result)
})
readRedirectResult()

form.addEventListener('change', () => {
  for (const name of ['project', 'mode']) sessionStorage.setItem(name, chosen(name))
  explain()
})
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const isSigningIn = event.submitter === signIn
  if (!isSigningIn && !player.get()) {
    about.textContent = t('sign-in-first')
    return
  }
  // The popup must open before any await, or the browser blocks it.
  const popup = chosen('mode') === 'popup' ? openPopup() : null
  const url = isSigningIn ? `${hub}/session/login` : await createPayment()
  if (url) openHub(url, popup)
  else popup?.close()
})

/**
 * @param {string} href
 * @param {Window | null} popup
 */
function openHub(href, popup) {
  const url = new URL(href)
  url.searchParams.set('project', chosen('project'))
  url.searchParams.set('locale', language)
  switch (chosen('mode')) {
    case 'frame':
      return showInFrame(url.href)
    case 'popup':
      if (popup) popup.location.replace(url)
      else about.textContent = t('no-window')
      return
    case 'app':
      url.searchParams.set('source', 'mobile')
      return location.assign(url)
    default:
      // A project that redirects names the player by its own id, and the hub opens a session.
      if (url.pathname === '/session/login') url.searchParams.set('uid', 'example-player')
      else url.searchParams.set('session', sessionStorage.getItem('session') ?? '')
      location.assign(url)
  }
}

/** Creates a payment on the game's server. @returns the payment page; null when the hub rejects it */
async function createPayment() {
  const response = await fetch('/example-game/payments', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ project: chosen('project'), playerId: player.get() }),
  })
  if (response.ok) return /** @type {{ url: string }} */ (await response.json()).url
  about.textContent = t('no-payment')
  return null
}

/** @param {Result} result */
function handle({ type, data, isError }) {
  if (type === 'login' && !isError) {
    const { userId, session } = /** @type {{ userId: string, session: string }} */ (data)
    player.set(userId)
    sessionStorage.setItem('session', session)
  }
  if (type !== 'unauthorized') closeHub()
}

/** Reads the result of a redirect. Anyone can forge it, so a real game would ask its server. */
function readRedirectResult() {
  const text = new URL(location.href).searchParams.get('result')
  if (!text) return
  try {
    const result = /** @type {Result} */ (JSON.parse(text))
    record(result, 'in-address', location.pathname)
    handle(result)
  } catch {
    record(text, 'untrusted', location.pathname)
  }
}

/**
 * @param {unknown} result
 * @param {string} mark
 * @param {string} from
 */
function record(result, mark, from) {
  list.querySelector('.empty')?.remove()
  list.prepend(row(mark, from, JSON.stringify(result, null, 2)))
}

/**
 * @param {string} mark
 * @param {string} from
 * @param {string} text
 */
function row(mark, from, text) {
  const item = document.createElement('li')
  if (mark) {
    const chip = Object.assign(document.createElement('span'), {
      className: `chip ${mark === 'untrusted' ? 'bad' : 'good'}`,
      textContent: t(mark),
    })
    const title = document.createElement('h3')
    title.append(from, chip)
    item.append(title)
  }
  item.append(
    Object.assign(document.createElement(mark ? 'pre' : 'p'), { textContent: text, tabIndex: mark ? 0 : -1 }),
  )
  return item
}

function explain() {
  about.textContent = t(`about-${chosen('mode')}`, { host: location.origin })
}

/** @param {string} name */
function chosen(name) {
  return String(new FormData(form).get(name) ?? '')
}

/** @param {string} name */
function restore(name) {
  const field = form.elements.namedItem(name)
  const saved = sessionStorage.getItem(name)
  if (saved && field && 'value' in field) field.value = saved
}

import { listen, openPopup, putAway, showInFrame } from './hub-window.js'
import { language, say } from './messages.js'

/** @typedef {import('./hub-window.js').Result} Result */

const hub = document.body.dataset.hub ?? ''
const form = /** @type {HTMLFormElement} */ (document.querySelector('#choice'))
const about = /** @type {HTMLElement} */ (document.querySelector('#about'))
const list = /** @type {HTMLElement} */ (document.querySelector('#heard'))
const [signIn, buy] = form.querySelectorAll('button')
/** The player's id, once the hub has told it; kept for the tab, because a redirect leaves the page. */
const player = {
  get: () => sessionStorage.getItem('player') ?? '',
  /** @param {string} id */
  set: (id) => sessionStorage.setItem('player', id),
}

speak()
for (const name of ['project', 'way']) recall(name)
explain()
list.append(row('', '', say('heard-nothing')))
list.firstElementChild?.classList.add('empty')
listen(hub, ({ origin, isBelieved, result }) => {
  note(result, isBelieved ? 'believed' : 'not-believed', origin)
  if (isBelieved) take(result)
})
readAddress()

form.addEventListener('change', () => {
  for (const name of ['project', 'way']) sessionStorage.setItem(name, chosen(name))
  explain()
})
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const isSigningIn = event.submitter === signIn
  if (!isSigningIn && !player.get()) {
    about.textContent = say('sign-in-first')
    return
  }
  // A window is asked for at once, while the browser still knows of the press.
  const popup = chosen('way') === 'popup' ? openPopup() : null
  const address = isSigningIn ? `${hub}/session/login` : await order()
  if (address) go(address, popup)
  else popup?.close()
})

/**
 * @param {string} address
 * @param {Window | null} popup
 */
function go(address, popup) {
  const url = new URL(address)
  url.searchParams.set('project', chosen('project'))
  url.searchParams.set('locale', language)
  switch (chosen('way')) {
    case 'frame':
      return showInFrame(url.href)
    case 'popup':
      if (popup) popup.location.replace(url)
      else about.textContent = say('no-window')
      return
    case 'app':
      url.searchParams.set('source', 'mobile')
      return location.assign(url)
    default:
      // Whoever sends a player names them by an id of their own, and the hub opens a session.
      if (url.pathname === '/session/login') url.searchParams.set('uid', 'example-player')
      else url.searchParams.set('session', sessionStorage.getItem('session') ?? '')
      location.assign(url)
  }
}

/** As the game's own server opens a payment. @returns its address; null when there is none */
async function order() {
  const response = await fetch('/example-game/orders', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ project: chosen('project'), playerId: player.get() }),
  })
  if (response.ok) return /** @type {{ url: string }} */ (await response.json()).url
  about.textContent = say('no-order')
  return null
}

/** @param {Result} result */
function take({ type, data, isError }) {
  if (type === 'login' && !isError) {
    const { userId, session } = /** @type {{ userId: string, session: string }} */ (data)
    player.set(userId)
    sessionStorage.setItem('session', session)
  }
  if (type !== 'unauthorized') putAway()
}

/** A redirect brings the result along; anybody can type one, so a real game asks its server. */
function readAddress() {
  const text = new URL(location.href).searchParams.get('result')
  if (!text) return
  try {
    const result = /** @type {Result} */ (JSON.parse(text))
    note(result, 'in-address', location.pathname)
    take(result)
  } catch {
    note(text, 'not-believed', location.pathname)
  }
}

/**
 * @param {unknown} result
 * @param {string} mark
 * @param {string} from
 */
function note(result, mark, from) {
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
      className: `chip ${mark === 'not-believed' ? 'bad' : 'good'}`,
      textContent: say(mark),
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
  about.textContent = say(`about-${chosen('way')}`, { host: location.origin })
}

/** @param {string} name */
function chosen(name) {
  return String(new FormData(form).get(name) ?? '')
}

/** @param {string} name */
function recall(name) {
  const field = form.elements.namedItem(name)
  const kept = sessionStorage.getItem(name)
  if (kept && field && 'value' in field) field.value = kept
}

function speak() {
  document.documentElement.lang = language
  document.title = `${say('title')} · Playhub`
  for (const part of document.querySelectorAll('[data-word]')) {
    part.textContent = say(part.getAttribute('data-word') ?? '')
  }
  for (const part of document.querySelectorAll('[data-label]')) {
    part.setAttribute('aria-label', say(part.getAttribute('data-label') ?? ''))
  }
  buy?.setAttribute('formnovalidate', '')
}

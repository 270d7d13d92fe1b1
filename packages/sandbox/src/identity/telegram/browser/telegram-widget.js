/**
 * Stands in for Telegram's login widget: a button that opens Telegram in a window of its own, and then either goes to
 * `data-auth-url` with the signed person in the query or calls the function named in `data-onauth`.
 */
;(() => {
  const script = /** @type {HTMLScriptElement} */ (document.currentScript)
  const telegram = new URL(script.src).origin
  const BOT_IDS = /** @type {Record<string, string>} */ ({ playhub_sandbox_bot: '7000000001' })
  const AUTH_URL = `${telegram}/telegram/auth`

  /** A window may be seen to close before its answer is heard. */
  const LAST_WORD_MS = 300

  /** @typedef {Record<string, string | number>} Person */

  /**
   * @param {{ bot_id: string | number, request_access?: string | boolean, lang?: string }} options
   * @param {(person: Person | false) => void} done
   */
  function auth(options, done) {
    const query = new URLSearchParams({ bot_id: String(options.bot_id), origin: location.origin })
    if (options.request_access) query.set('request_access', 'write')
    if (options.lang) query.set('lang', options.lang)
    const popup = window.open(`${AUTH_URL}?${query}`, 'telegram_oauth', 'popup,width=550,height=650')
    if (!popup) return done(false)
    /** @param {MessageEvent} message */
    const hear = ({ source, origin, data }) => {
      if (source === popup && origin === telegram) finish(JSON.parse(data).result)
    }
    const watch = setInterval(() => {
      if (!popup.closed) return
      clearInterval(watch)
      setTimeout(finish, LAST_WORD_MS, false)
    }, 200)
    let isOver = false
    /** @param {Person | false} person */
    const finish = (person) => {
      if (isOver) return
      isOver = true
      clearInterval(watch)
      window.removeEventListener('message', hear)
      done(person)
    }
    window.addEventListener('message', hear)
  }

  /** @param {DOMStringMap} data */
  function drawButton({ telegramLogin = '', authUrl, onauth, requestAccess, lang }) {
    const button = document.createElement('button')
    button.type = 'button'
    const isRussian = (lang ?? document.documentElement.lang).startsWith('ru')
    button.textContent = isRussian ? 'Войти через Telegram' : 'Log in with Telegram'
    button.addEventListener('click', () =>
      auth({ bot_id: BOT_IDS[telegramLogin] ?? '', request_access: requestAccess, lang }, (person) => {
        if (!person) return
        if (authUrl) location.assign(withPerson(authUrl, person))
        else if (onauth) call(onauth, person)
      }),
    )
    script.after(button)
  }

  /** @param {string} address @param {Person} person */
  function withPerson(address, person) {
    const url = new URL(address, location.href)
    for (const [name, value] of Object.entries(person)) url.searchParams.set(name, String(value))
    return url
  }

  /**
   * Calls `onTelegramAuth(user)`: a name of a function, followed or not by its parameter.
   * @param {string} code @param {Person} person
   */
  function call(code, person) {
    const path = code.replace(/\(.*$/, '').trim().split('.')
    /** @type {any} */
    let found = window
    for (const step of path) found = found?.[step]
    if (typeof found === 'function') found(person)
  }

  Object.assign(window, { Telegram: { Login: { auth } } })
  if (script.dataset.telegramLogin) drawButton(script.dataset)
})()

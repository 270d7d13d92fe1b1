/** The windows in which the hub is a guest here, and what may be believed of what they say. */

/** @typedef {{ data: unknown, type: string, isError: boolean, errorCode: number | null }} Result */
/** @typedef {{ origin: string, isBelieved: boolean, result: Result }} Heard */

const stage = /** @type {HTMLElement} */ (document.querySelector('#stage'))

/** @type {Window | null} */
let guest = null

/** @param {string} address */
export function showInFrame(address) {
  const frame = Object.assign(document.createElement('iframe'), { src: address, title: 'Playhub' })
  stage.querySelector('iframe')?.remove()
  stage.append(frame)
  stage.hidden = false
  guest = frame.contentWindow
  stage.scrollIntoView({ block: 'start' })
}

/** @returns the window that takes an address; null when the browser opens none */
export function openPopup() {
  guest = window.open('about:blank', '_blank', 'popup,width=900,height=800')
  return guest
}

/** The step has ended: a frame goes, a popup has closed itself. */
export function putAway() {
  stage.querySelector('iframe')?.remove()
  stage.hidden = true
  guest = null
}

/**
 * Hears everybody, and believes the window that it has opened, at the very origin of the hub.
 * @param {string} hub
 * @param {(heard: Heard) => void} tell
 */
export function listen(hub, tell) {
  addEventListener('message', ({ source, origin, data }) => {
    // A popup that has closed itself by now is nobody any more.
    const isGuest = source === guest || (source === null && guest?.closed === true)
    tell({ origin, isBelieved: isGuest && guest !== null && origin === hub, result: data })
  })
}

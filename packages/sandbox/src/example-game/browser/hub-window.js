/** The window that shows the hub: a frame or a popup. */

/** @typedef {{ data: unknown, type: string, isError: boolean, errorCode: number | null }} Result */
/** @typedef {{ origin: string, isTrusted: boolean, result: Result }} Received */

const stage = /** @type {HTMLElement} */ (document.querySelector('#stage'))

/** @type {Window | null} */
let hubWindow = null

/** @param {string} url */
export function showInFrame(url) {
  const frame = Object.assign(document.createElement('iframe'), {
    src: url,
    title: 'Playhub',
    allow: 'payment *',
  })
  stage.querySelector('iframe')?.remove()
  stage.append(frame)
  stage.hidden = false
  hubWindow = frame.contentWindow
  stage.scrollIntoView({ block: 'start' })
}

/** @returns an empty popup; null when the browser blocks it */
export function openPopup() {
  hubWindow = window.open('about:blank', '_blank', 'popup,width=900,height=800')
  return hubWindow
}

/** Removes the frame. A popup closes itself. */
export function closeHub() {
  stage.querySelector('iframe')?.remove()
  stage.hidden = true
  hubWindow = null
}

/**
 * Reports all messages. Only those of the hub's window at the hub's origin are trusted.
 * @param {string} hub
 * @param {(message: Received) => void} onMessage
 */
export function listen(hub, onMessage) {
  addEventListener('message', ({ source, origin, data }) => {
    // The source is null when the popup has already closed itself.
    const isHub = source === hubWindow || (source === null && hubWindow?.closed === true)
    onMessage({ origin, isTrusted: isHub && hubWindow !== null && origin === hub, result: data })
  })
}

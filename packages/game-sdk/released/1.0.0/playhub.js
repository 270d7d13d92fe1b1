var Playhub = ((e) => {
  Object.defineProperty(e, Symbol.toStringTag, { value: `Module` })
  var t = [1],
    n = `playhub:hello`,
    r = 1e4,
    i = `playhub:1:`,
    a = {
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
  function o(e, t = () => performance.now()) {
    let n = -1 / 0,
      r = 0
    return () => {
      const i = t()
      return (i - n >= 1e3 && ((n = i), (r = 0)), ++r <= e)
    }
  }
  var s = `1.0.0`,
    c = class extends Error {
      code
      constructor(e, t = a[e]) {
        super(t), (this.name = `PlayhubError`), (this.code = e)
      }
    },
    l = 150,
    u = 2e3
  function d(e) {
    const { timeoutMs: r, playId: i, signal: a } = e,
      o = window.parent,
      d = f(e.hubOrigins),
      p = {
        type: n,
        nonce: [...crypto.getRandomValues(new Uint32Array(4))].join(`-`),
        versions: [...t],
        sdk: s,
        playId: i,
      }
    return new Promise((e, t) => {
      let n = l,
        i,
        s = () => {
          for (const e of d) o.postMessage(p, e)
          ;(i = setTimeout(s, n)), (n = Math.min(n * 1.5, u))
        },
        f = () => {
          window.removeEventListener(`message`, g), clearTimeout(i), clearTimeout(_)
        },
        h = (...e) => {
          f(), t(new c(...e))
        },
        g = ({ source: t, origin: n, data: r, ports: i }) => {
          if (t === o && (d.includes(`*`) || d.includes(n)) && r?.nonce === p.nonce) {
            if (r.type === `playhub:welcome` && i[0]) {
              if (!p.versions.includes(r.version)) return h(`UNSUPPORTED_VERSION`)
              f(), e(i[0])
            } else
              r.type === `playhub:refused` &&
                (r.code === `ORIGIN_NOT_LISTED` ? h(r.code, m(r.code)) : h(`UNSUPPORTED_VERSION`))
          }
        }
      window.addEventListener(`message`, g), a.addEventListener(`abort`, () => h(`CLOSED`))
      const _ = setTimeout(() => h(`NO_HUB`, m(`NO_HUB`)), r)
      s()
    })
  }
  function f(e) {
    const t = p()
    return t ? e.filter((e) => e === `*` || e === t) : e
  }
  var p = () => location.ancestorOrigins?.[0],
    m = (e) => a[e].replace(`{origin}`, location.origin)
  function h(e, { init: t, mode: n, onClose: r }) {
    let { subscribe: i, emit: a } = y(),
      o = -1,
      s = (e, n) => {
        ;(e === `player` || e === `language`) && Object.assign(t, { [e]: n }), a(e, n)
      }
    e.listen(s), g(t) && _(e, t, s)
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
      purchase: async (t) => e.call(`purchase`, { itemId: v(t?.itemId, `purchase({ itemId })`) }),
      getPurchases: () => e.call(`getPurchases`),
      consumePurchase: async (t) => e.call(`consumePurchase`, { id: v(t, `consumePurchase(id)`) }),
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
  var g = (e) => `playId` in e
  async function _(e, t, n) {
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
  function v(e, t) {
    if (typeof e == `string` && e) return e
    throw new c(`INVALID_PARAMS`, `${t} needs an id: a text that is not empty.`)
  }
  function y() {
    const e = new Map()
    return {
      subscribe(t, n) {
        const r = e.get(t) ?? new Set()
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
  function b(e) {
    let t = D(),
      n = (e.catalog ?? []).map(T),
      r = e.language ?? x(),
      i = { id: `local`, name: `Local player`, isGuest: !1, ...e.player },
      a = i,
      o = () => {}
    function s(e) {
      return ((a = e), o(`player`, a), a)
    }
    async function l(r) {
      const i = n.find(({ id: e }) => e === r)
      if (!i) throw new c(`UNKNOWN_ITEM`)
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
        launchParams: C(),
      }),
      getPlayer: () => a,
      getToken: () => {
        throw new c(`NOT_AVAILABLE`)
      },
      signIn: () => s({ ...i, isGuest: !1 }),
      signOut: () => s({ id: null, name: `Guest`, isGuest: !0 }),
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
      shareLink: ({ launchParams: e }) => w(e),
    }
    return {
      call: async (e, t) => await u[e](t),
      listen: (e) => {
        o = e
      },
      close: () => {},
    }
  }
  function x() {
    return (new URLSearchParams(location.search).get(`lng`) ?? navigator.language).slice(0, 2)
  }
  var S = `launch.`
  function C() {
    const e = [...new URLSearchParams(location.search)].filter(([e]) => e.startsWith(S))
    return Object.fromEntries(e.map(([e, t]) => [e.slice(7), t]))
  }
  function w(e) {
    const t = new URL(location.href)
    t.search = ``
    for (const [n, r] of Object.entries(e)) t.searchParams.set(S + n, r)
    return t.href
  }
  function T(e) {
    return {
      title: e.id,
      description: ``,
      imageUrl: null,
      price: { amountMinor: 99, currency: `USD`, formatted: `$0.99` },
      ...e,
    }
  }
  var E = `playhub:local-purchases`
  function D() {
    let e = []
    function t() {
      try {
        const e = JSON.parse(localStorage.getItem(E) ?? `[]`)
        return Array.isArray(e) ? e : []
      } catch {
        return e
      }
    }
    function n(t) {
      e = t
      try {
        localStorage.setItem(E, JSON.stringify(t))
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
        if (!i) throw new c(`UNKNOWN_PURCHASE`)
        const a = i.state === `consumed`
        return ((i.state = `consumed`), n(r), { id: e, alreadyConsumed: a })
      },
    }
  }
  var O = [`purchase`, `signIn`]
  function k(e) {
    let t = new Map(),
      n = o(100),
      i = 0,
      a = !1,
      s = () => {}
    e.onmessage = ({ data: t }) => {
      typeof t == `object` &&
        t &&
        (t.event === `ping`
          ? e.postMessage({ pong: !0 })
          : typeof t.event == `string`
            ? s(t.event, t.payload)
            : l(t))
    }
    function l(e) {
      const t = u(e.id),
        { code: n = `INTERNAL`, message: r } = e.error ?? {}
      e.ok === !0 ? t?.resolve(e.result) : t?.reject(new c(n, r))
    }
    function u(e) {
      const n = t.get(e)
      return (t.delete(e), clearTimeout(n?.timer), n)
    }
    function d() {
      ;(a = !0), e.close()
      for (const e of [...t.keys()]) u(e)?.reject(new c(`CLOSED`))
    }
    return (
      e.addEventListener(`close`, d),
      {
        call: (o, s) =>
          new Promise((l, d) => {
            if (a) return d(new c(`CLOSED`))
            if (!n()) return d(new c(`RATE_LIMITED`))
            const f = ++i,
              p = O.includes(o)
                ? void 0
                : setTimeout(() => {
                    u(f)?.reject(new c(`TIMEOUT`))
                  }, r)
            t.set(f, { resolve: l, reject: d, timer: p })
            try {
              e.postMessage({ id: f, call: o, params: s })
            } catch {
              u(f)?.reject(new c(`INVALID_PARAMS`, `${o} takes plain data only.`))
            }
          }),
        listen: (e) => {
          s = e
        },
        close: d,
      }
    )
  }
  var A = `__playhubStart`
  function j() {
    if (typeof window > `u`) return null
    const e = window
    if (e[A]) return e[A]
    const t = M()
    return t ? (Object.defineProperty(e, A, { value: t }), (window.name = ``), N(t), t) : null
  }
  function M() {
    const { name: e = `` } = window
    if (!e.startsWith(`playhub:1:`)) return null
    try {
      return JSON.parse(e.slice(i.length))
    } catch {
      return null
    }
  }
  function N(e) {
    let t = ``,
      { navigation: n } = window
    n?.addEventListener(`navigate`, (e) => {
      t = e.destination.url
    }),
      addEventListener(`pagehide`, () => {
        ;(n && URL.parse(t)?.origin !== location.origin) || (window.name = i + JSON.stringify(e))
      }),
      addEventListener(`pageshow`, ({ persisted: e }) => {
        e && (window.name = ``)
      })
  }
  function P(e, t) {
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
  var F = 1500,
    I = j(),
    L = W(),
    R
  function z(e = {}) {
    if (R) return R
    const t = V(e, () => B(t))
    return (t.catch(() => B(t)), (R = t), t)
  }
  function B(e) {
    R === e && (R = void 0)
  }
  async function V(e, t) {
    if (window.parent === window) return H(e, t)
    const n = e.hubOrigins ?? L ?? G(),
      r = new AbortController(),
      i = e.local !== !1 && /^(localhost|127\.0\.0\.1|\[::1])$/.test(location.hostname),
      a = P(
        d({
          hubOrigins: n,
          timeoutMs: e.timeoutMs ?? (i ? F : 1e4),
          playId: I?.playId,
          signal: r.signal,
        }).then(k),
        () => r.abort(),
      )
    if (I && U(n)) return h(a, { init: I, mode: `hub`, onClose: t })
    try {
      return h(a, { init: await a.call(`init`), mode: `hub`, onClose: t })
    } catch (n) {
      if ((a.close(), i && n.code === `NO_HUB`)) return H(e, t)
      throw n
    }
  }
  async function H({ local: e }, t) {
    if (e === !1) throw new c(`NO_HUB`, `No hub shows this game, and local mode is disabled.`)
    const n = b(e ?? {})
    return h(n, { init: await n.call(`init`), mode: `local`, onClose: t })
  }
  function U(e) {
    const t = p() ?? `*`
    return t === `*` || e.includes(`*`) || e.includes(t)
  }
  function W() {
    const e = globalThis.document?.currentScript,
      t = URL.parse(e?.src ?? ``)
    if (t?.pathname.startsWith(`/sdk/`) && t.origin !== location.origin) return [t.origin]
  }
  function G() {
    return (
      console.warn(
        `Playhub: any page can pretend to be your hub. Name yours: connect({ hubOrigins: ["https://your.hub"] })`,
      ),
      [`*`]
    )
  }
  return ((e.PlayhubError = c), (e.SDK_VERSION = s), (e.connect = z), e)
})({})

/** Ways in which one provider can misbehave while still answering. */
export const identityFaults = [
  'wrong-audience',
  'expired',
  'bad-signature',
  'reused-code',
  'missing-nonce',
  'wrong-nonce',
  'echo-nonce',
  'wrong-state',
  'wrong-token-state',
  'numeric-audience',
  'boolean-flags',
  'payload-callback',
] as const
export type IdentityFault = (typeof identityFaults)[number]

interface OrderedFault {
  provider: string
  fault: IdentityFault
  times: number
}

/** What tests turn: misbehaviour that waits to happen, and clocks that run wrong. Forgotten on restart. */
export interface Switches {
  order(fault: OrderedFault): void
  /** Uses up one ordered fault. */
  take(provider: string, fault: IdentityFault): boolean
  waiting(): OrderedFault[]
  skewS(provider: string): number
  setSkew(provider: string, seconds: number): void
  /** Forgets the faults and sets every clock right. */
  clear(): void
}

export function createSwitches(): Switches {
  let ordered: OrderedFault[] = []
  const skews = new Map<string, number>()
  return {
    order: (fault) => void ordered.push({ ...fault }),
    take(provider, fault) {
      const found = ordered.find((one) => one.provider === provider && one.fault === fault)
      if (!found) return false
      found.times -= 1
      ordered = ordered.filter(({ times }) => times > 0)
      return true
    },
    waiting: () => ordered.map((fault) => ({ ...fault })),
    skewS: (provider) => skews.get(provider) ?? 0,
    setSkew: (provider, seconds) => void skews.set(provider, seconds),
    clear() {
      ordered = []
      skews.clear()
    },
  }
}

/** Wrong responses of an available provider. */
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
  'missing-token-type',
  'confidential-app',
] as const
export type IdentityFault = (typeof identityFaults)[number]

interface InjectedIdentityFault {
  provider: string
  fault: IdentityFault
  times: number
}

/** Faults and clock skews set by the control API. They do not survive a restart. */
export interface ProviderFaults {
  inject(fault: InjectedIdentityFault): void
  /** Takes one injected fault. @returns true when there was one */
  take(provider: string, fault: IdentityFault): boolean
  pending(): InjectedIdentityFault[]
  skewS(provider: string): number
  setSkew(provider: string, seconds: number): void
  /** Clears the faults and the skews. */
  clear(): void
}

export function createProviderFaults(): ProviderFaults {
  let faults: InjectedIdentityFault[] = []
  const skews = new Map<string, number>()
  return {
    inject: (fault) => void faults.push({ ...fault }),
    take(provider, fault) {
      const found = faults.find((one) => one.provider === provider && one.fault === fault)
      if (!found) return false
      found.times -= 1
      faults = faults.filter(({ times }) => times > 0)
      return true
    },
    pending: () => faults.map((fault) => ({ ...fault })),
    skewS: (provider) => skews.get(provider) ?? 0,
    setSkew: (provider, seconds) => void skews.set(provider, seconds),
    clear() {
      faults = []
      skews.clear()
    },
  }
}

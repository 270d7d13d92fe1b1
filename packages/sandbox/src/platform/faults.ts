/** A request's failure. The kinds `…-after-commit` do the work first and then lose the response. */
export const faultKinds = [
  '500',
  '429',
  'timeout',
  'reset',
  'timeout-after-commit',
  '500-after-commit',
] as const
export type FaultKind = (typeof faultKinds)[number]

interface Fault {
  target: string
  kind: FaultKind
  times: number
}

/** The control API's faults still to happen. They do not survive a restart. */
export interface Faults {
  inject(fault: Fault): void
  /**
   * Takes one fault for an operation, oldest first.
   * @param provider   `stripe`
   * @param operation  `payment_intents.create`; a target may stop at any dot: `stripe:payment_intents`
   */
  take(provider: string, operation: string): FaultKind | undefined
  pending(): Fault[]
  clear(): void
}

export function createFaults(): Faults {
  let faults: Fault[] = []
  return {
    inject: (fault) => void faults.push({ ...fault }),
    take(provider, operation) {
      const fault = faults.find(({ target }) => matches(target, provider, operation))
      if (!fault) return undefined
      fault.times -= 1
      faults = faults.filter(({ times }) => times > 0)
      return fault.kind
    },
    pending: () => faults.map((fault) => ({ ...fault })),
    clear: () => {
      faults = []
    },
  }
}

function matches(target: string, provider: string, operation: string): boolean {
  const exact = `${provider}:${operation}`
  return target === provider || target === exact || exact.startsWith(`${target}.`)
}

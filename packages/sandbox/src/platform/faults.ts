/** How a provider can fail. Those `after-commit` do the work first, and then hide it. */
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

/** Faults that were ordered and have not happened yet. They are deliberately forgotten on restart. */
export interface Faults {
  order(fault: Fault): void
  /**
   * Uses up one fault meant for an operation, oldest first.
   * @param provider   `stripe`
   * @param operation  `payment_intents.create`; a target may stop at any dot: `stripe:payment_intents`
   */
  take(provider: string, operation: string): FaultKind | undefined
  waiting(): Fault[]
  clear(): void
}

export function createFaults(): Faults {
  let ordered: Fault[] = []
  return {
    order: (fault) => void ordered.push({ ...fault }),
    take(provider, operation) {
      if (ordered.length === 0) return undefined
      const fault = ordered.find(({ target }) => covers(target, provider, operation))
      if (!fault) return undefined
      fault.times -= 1
      ordered = ordered.filter(({ times }) => times > 0)
      return fault.kind
    },
    waiting: () => ordered.map((fault) => ({ ...fault })),
    clear: () => {
      ordered = []
    },
  }
}

function covers(target: string, provider: string, operation: string): boolean {
  const exact = `${provider}:${operation}`
  return target === provider || target === exact || exact.startsWith(`${target}.`)
}

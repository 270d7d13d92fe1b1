import type { PaymentProvider } from '@playhub/contract'
import { type Provider, ProviderRefused, ProviderUnavailable } from '../../provider.ts'

/**
 * How a call to a provider goes wrong, as the hub sees it when all its tries are used up: not heard at all (a 500, a 429,
 * no connection), heard but not answered, or answered with a no that makes no sense.
 */
export type Trouble = 'lost call' | 'lost answer' | 'senseless no'

export type Troubles = {
  /** Meets the next calls to a provider. */
  order(provider: PaymentProvider, kind: Trouble, times: number): void
  /** Begins work and leaves it as soon as the provider keeps it waiting. @returns  when it has ended, after `letArrive` */
  leaveWaiting(
    provider: PaymentProvider,
    work: () => Promise<unknown>,
  ): Promise<{ end: Promise<unknown>; isWaiting: boolean }>
  /** Lets late answers arrive. */
  letArrive(): void
  clear(): void
  /** The provider with these troubles in front of it. */
  before(provider: Provider): Provider
}

const verbs = [
  'startCheckout',
  'resumeCheckout',
  'fetchPayment',
  'cancel',
  'refund',
  'fetchRefund',
  'fetchDispute',
  'listDisputes',
  'readDelivery',
] as const
/** A no to one of these is only about this call; to another it would be the provider's last word. */
const questions = new Set<string>(['resumeCheckout', 'fetchPayment', 'cancel'])

type Verb = (...words: unknown[]) => Promise<unknown>

export function createTroubles(): Troubles {
  let ordered: { provider: PaymentProvider; kind: Trouble | 'late answer'; times: number }[] = []
  let late: (() => void)[] = []
  let noteLate = () => {}

  function take(provider: PaymentProvider) {
    const trouble = ordered.find((each) => each.provider === provider)
    if (!trouble) return undefined
    trouble.times -= 1
    ordered = ordered.filter(({ times }) => times > 0)
    return trouble.kind
  }

  async function goThrough(name: PaymentProvider, verb: string, work: () => Promise<unknown>) {
    const trouble = take(name)
    if (trouble === 'lost call') throw new ProviderUnavailable('The call was lost')
    if (trouble === 'senseless no' && questions.has(verb)) throw new ProviderRefused('No such payment')
    const answer = await work()
    if (trouble === 'lost answer') throw new ProviderUnavailable('The answer was lost')
    if (trouble === 'late answer') {
      noteLate()
      await new Promise<void>((resolve) => late.push(resolve))
    }
    return answer
  }

  function letArrive(): void {
    for (const arrive of late) arrive()
    late = []
  }

  async function leaveWaiting(provider: PaymentProvider, work: () => Promise<unknown>) {
    ordered.push({ provider, kind: 'late answer', times: 1 })
    const isLate = new Promise<true>((resolve) => {
      noteLate = () => resolve(true)
    })
    const end = work()
    const isWaiting = await Promise.race([isLate, end.then(() => false)])
    ordered = ordered.filter(({ kind }) => kind !== 'late answer')
    return { end, isWaiting }
  }

  return {
    order: (provider, kind, times) => void ordered.push({ provider, kind, times }),
    leaveWaiting,
    letArrive,
    clear() {
      ordered = []
      letArrive()
    },
    before(provider) {
      const troubled = verbs.flatMap((verb) => {
        const work = provider[verb] as Verb | undefined
        return work
          ? [[verb, (...words: unknown[]) => goThrough(provider.name, verb, () => work(...words))]]
          : []
      })
      return { ...provider, ...Object.fromEntries(troubled) }
    },
  }
}

import type { PaymentProvider } from '@playhub/contract'
import { type Provider, ProviderRefused, ProviderUnavailable } from '../../src/payments/provider.ts'

/**
 * A failed call to a provider after all its attempts: it is not executed (a 500, a 429, no connection), it is executed
 * but the response is lost, or it is refused for no reason.
 */
export type Fault = 'lost call' | 'lost response' | 'wrong refusal'

export type Faults = {
  /** Applies to the next calls to a provider. */
  inject(provider: PaymentProvider, kind: Fault, times: number): void
  /**
   * Starts work and returns as soon as a response to it is held back.
   * @returns  `end` resolves when the work has ended, after `releaseResponses`
   */
  holdBackResponse(
    provider: PaymentProvider,
    work: () => Promise<unknown>,
  ): Promise<{ end: Promise<unknown>; isHeldBack: boolean }>
  releaseResponses(): void
  clear(): void
  /** Wraps a provider with fault injection. */
  wrap(provider: Provider): Provider
}

const methods = [
  'startCheckout',
  'resumeCheckout',
  'fetchPayment',
  'cancel',
  'refund',
  'fetchRefund',
  'closePrepayment',
  'fetchClosingReceipt',
  'fetchDispute',
  'listDisputes',
  'verifyEvent',
] as const
/** A refusal here concerns only the call; a refusal by any other method would be final. */
const repeatableMethods = new Set<string>(['resumeCheckout', 'fetchPayment', 'cancel', 'closePrepayment'])

type Method = (...args: unknown[]) => Promise<unknown>

export function createFaults(): Faults {
  let injected: { provider: PaymentProvider; kind: Fault | 'late response'; times: number }[] = []
  let heldBack: (() => void)[] = []
  let notifyHeldBack = () => {}

  function takeFault(provider: PaymentProvider) {
    const fault = injected.find((each) => each.provider === provider)
    if (!fault) return undefined
    fault.times -= 1
    injected = injected.filter(({ times }) => times > 0)
    return fault.kind
  }

  async function callWithFault(name: PaymentProvider, method: string, work: () => Promise<unknown>) {
    const fault = takeFault(name)
    if (fault === 'lost call') throw new ProviderUnavailable('The call was lost')
    if (fault === 'wrong refusal' && repeatableMethods.has(method))
      throw new ProviderRefused('No such payment')
    const response = await work()
    if (fault === 'lost response') throw new ProviderUnavailable('The response was lost')
    if (fault === 'late response') {
      notifyHeldBack()
      await new Promise<void>((resolve) => heldBack.push(resolve))
    }
    return response
  }

  function releaseResponses(): void {
    for (const release of heldBack) release()
    heldBack = []
  }

  async function holdBackResponse(provider: PaymentProvider, work: () => Promise<unknown>) {
    injected.push({ provider, kind: 'late response', times: 1 })
    const isLate = new Promise<true>((resolve) => {
      notifyHeldBack = () => resolve(true)
    })
    const end = work()
    const isHeldBack = await Promise.race([isLate, end.then(() => false)])
    injected = injected.filter(({ kind }) => kind !== 'late response')
    return { end, isHeldBack }
  }

  return {
    inject: (provider, kind, times) => void injected.push({ provider, kind, times }),
    holdBackResponse,
    releaseResponses,
    clear() {
      injected = []
      releaseResponses()
    },
    wrap(provider) {
      const wrapped = methods.flatMap((name) => {
        const method = provider[name] as Method | undefined
        if (!method) return []
        const call = (...args: unknown[]) => callWithFault(provider.name, name, () => method(...args))
        return [[name, call]]
      })
      return { ...provider, ...Object.fromEntries(wrapped) }
    },
  }
}

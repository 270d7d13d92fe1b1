import type { PaymentProcess } from '@playhub/contract'
import type { PaymentProvider } from '@playhub/contract/payment-methods'
import type { LoadedPayment } from '../order/payment-api.ts'

/** Where the payment screen stands. */
export type Stage =
  | { name: 'loading' }
  | { name: 'closed'; why: 'alreadyPaid' | 'notFound' | 'noMethods' | 'trouble'; process?: PaymentProcess }
  | { name: 'choosing'; process: PaymentProcess; isReconsidering?: boolean }
  | { name: 'paying'; process: PaymentProcess; provider: PaymentProvider }

/**
 * Where the screen begins. A payment that is open goes on at its provider; a wanted provider opens at once, when
 * nothing is left to ask.
 * @param wanted  Whom the address or the last try names.
 */
export function stageOf({ process, state }: LoadedPayment, wanted: PaymentProvider | null): Stage {
  const status = state?.status ?? process.status
  if (status === 'paid') return { name: 'closed', why: 'alreadyPaid', process }
  const provider = (status === 'pending' ? process.provider : null) ?? wanted
  if (provider && isOffered(process, provider) && process.profileData.mailToReceiveCheck) {
    return { name: 'paying', process, provider }
  }
  return { name: 'choosing', process: { ...process, provider } }
}

export function isOffered({ paymentsMethods }: PaymentProcess, provider: PaymentProvider): boolean {
  return paymentsMethods.some((offered) => offered.provider === provider)
}

import type { PaymentProcess, PaymentState } from '@playhub/contract'

/** An order without an attempt, payable with Stripe and YooKassa. */
export const order: PaymentProcess = {
  provider: null,
  providerId: null,
  status: 'none',
  paymentData: {
    project: 'islandm3',
    itemId: 'islandm3-hints',
    cardLogoImage: '',
    itemImage: '',
    projectName: 'Island',
    name: { en: 'Five hints', ru: 'Пять подсказок' },
    ruPrice: 199,
    enPrice: 2.49,
    ruAmountMinor: 19900,
    enAmountMinor: 249,
    ruName: 'Пять подсказок',
    enName: 'Five hints',
  },
  profileData: { mailToReceiveCheck: 'player@example.org' },
  paymentsMethods: [
    { provider: 'stripe', methods: ['card'] },
    { provider: 'yookassa', methods: ['card'] },
  ],
}

export function createPaymentState(status: PaymentState['status']): PaymentState {
  return {
    status,
    payload: {
      paymentId: 'p1',
      project: order.paymentData.project,
      itemId: order.paymentData.itemId,
      currency: null,
      amountMinor: null,
      purchaseId: null,
      paidAt: null,
      attempt: null,
    },
  }
}

import * as z from 'zod'

const vatRates = [
  'none',
  '0',
  '5',
  '7',
  '10',
  '20',
  '22',
  '5/105',
  '7/107',
  '10/110',
  '20/120',
  '22/122',
] as const
/** Attributes for every item on fiscal receipts (54-FZ), without the provider's prefix. */
export const Fiscal = z.object({
  VAT: z.enum(vatRates).meta({
    defaultText: 'no receipts',
    needed: 'for receipts',
    description: 'VAT rate of every item. Your accountant decides.',
  }),
  SUBJECT: z
    .enum(['commodity', 'service', 'intellectual_activity', 'payment', 'another'])
    .default('service')
    .meta({ description: 'What is sold.' }),
  MODE: z
    .enum(['full_payment', 'full_prepayment'])
    .default('full_payment')
    .meta({ description: 'How it is paid.' }),
  TAX_SYSTEM: z.coerce.number().int().min(1).max(6).optional().meta({
    defaultText: 'none',
    description: 'The tax service’s code of your tax system, if the company does not know it.',
  }),
})

const key = (company: string, description: string) =>
  z
    .string()
    .optional()
    .meta({ form: 'text', defaultText: 'none', needed: `for ${company}`, description })

const fiscal = (provider: string) =>
  Object.fromEntries(
    Object.entries(Fiscal.shape).map(([name, schema]) => [`${provider}_RECEIPT_${name}`, schema]),
  )

/** Every payment provider variable. Where to find each value: `docs/providers/`. */
export const PaymentVariables = z.object({
  STRIPE_SECRET_KEY: key('Stripe', 'The secret or a restricted key of the API.'),
  STRIPE_PUBLISHABLE_KEY: key('Stripe', 'The publishable key, used by the payment form.'),
  STRIPE_WEBHOOK_SECRET: key('Stripe', 'The signing secret of the webhook endpoint.'),
  YOOKASSA_SHOP_ID: key('YooKassa', 'The id of the shop.'),
  YOOKASSA_SECRET_KEY: key('YooKassa', 'The secret key of the shop.'),
  YOOKASSA_NETWORKS: z.string().optional().meta({
    form: 'networks, separated by commas',
    defaultText: 'those that YooKassa publishes',
    description: 'The networks that its notifications come from.',
  }),
  YOOKASSA_API_URL: z.url().optional().meta({
    defaultText: '`https://api.yookassa.ru/v3`',
    description: 'Its API. In production only on its own host.',
  }),
  ...fiscal('YOOKASSA'),
  YANDEX_PAY_MERCHANT_ID: key('Yandex Pay', 'The merchant id.'),
  YANDEX_PAY_API_KEY: key('Yandex Pay', 'The API key of the merchant.'),
  YANDEX_PAY_URL: z.url().optional().meta({
    defaultText: '`https://pay.yandex.ru`',
    description: 'Its API; `https://sandbox.pay.yandex.ru` is its test environment.',
  }),
  ...fiscal('YANDEX_PAY'),
})

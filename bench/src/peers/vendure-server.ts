/**
 * Vendure set up as documented on PostgreSQL, with one digital product: no shipping, no email, and an instant payment
 * method. `vendure.ts` forks it with its package folder, a port and a database.
 */
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const [folder = '', port, url] = process.argv.slice(2)
const load = createRequire(folder)
const { bootstrap, configureDefaultOrderProcess, DefaultLogger, dummyPaymentHandler, LogLevel } =
  load('@vendure/core')
const { populate } = load('@vendure/core/cli')

const superadminCredentials = { identifier: 'administrator', password: 'of the bench' }
const config = {
  logger: new DefaultLogger({ level: LogLevel.Error }),
  apiOptions: { port: Number(port), hostname: '127.0.0.1' },
  authOptions: { tokenMethod: 'bearer', requireVerification: false, superadminCredentials },
  dbConnectionOptions: { type: 'postgres', url, synchronize: true, extra: { max: 10 } },
  orderOptions: { process: [configureDefaultOrderProcess({ arrangingPaymentRequiresShipping: false })] },
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
}
const handler = {
  code: dummyPaymentHandler.code,
  arguments: [{ name: 'automaticSettle', value: 'true' }],
}
const initialData = {
  defaultLanguage: 'en',
  defaultZone: 'Europe',
  countries: [{ name: 'Germany', code: 'DE', zone: 'Europe' }],
  taxRates: [{ name: 'Standard Tax', percentage: 0 }],
  shippingMethods: [],
  paymentMethods: [{ name: 'Card', handler }],
  collections: [],
}
const product: Record<string, string> = {
  name: 'Hints',
  slug: 'hints',
  description: 'Five hints',
  assets: '',
  facets: '',
  optionGroups: '',
  optionValues: '',
  sku: 'HINTS',
  price: '1.99',
  taxCategory: 'standard',
  stockOnHand: '0',
  trackInventory: 'false',
  variantAssets: '',
  variantFacets: '',
}

process.chdir(folder)
const productsFile = 'products.csv'
writeFileSync(productsFile, `${Object.keys(product)}\n${Object.values(product)}\n`)
await populate(() => bootstrap(config), initialData, productsFile)
process.on('SIGTERM', () => process.exit(0))

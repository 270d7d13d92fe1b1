/** Checks recorded Stripe traffic with the pinned SDK's types, which Stripe generates from its OpenAPI document. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RecordedCall, RecordedEvent } from '@playhub/sandbox'
import { parseStripeForm } from './stripe-form.ts'

/** A recorded value and its required type. */
type TypedValue = { where: string; type: string; value: unknown }

const repository = join(import.meta.dirname, '../../../..')

/** @returns  the compiler's findings, empty when every value has its type */
export async function findTypeErrors(recorded: (RecordedCall | RecordedEvent)[]): Promise<string[]> {
  const typed = uniqueByShape(
    recorded.flatMap((one) => (one.kind === 'event' ? toEventValues(one) : toCallValues(one))),
  )
  const folder = await mkdtemp(join(tmpdir(), 'stripe-types-'))
  try {
    await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'))
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    await writeFile(join(folder, 'recorded.ts'), generateSource(typed))
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings))
    return explain(await compile(folder), typed)
  } finally {
    await rm(folder, { recursive: true })
  }
}

const settings = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: 'esnext',
    module: 'nodenext',
    types: ['node'],
    skipLibCheck: true,
    noErrorTruncation: true,
  },
  files: ['recorded.ts'],
}

const declarations = `import type { Stripe } from 'stripe'
type RawError = NonNullable<ConstructorParameters<typeof Stripe.errors.StripeError>[0]>
type Of<Type extends Stripe.Event['type']> = Extract<Stripe.Event, { type: Type }>
type List<T> = Stripe.ApiList<T>
`

function generateSource(typed: TypedValue[]): string {
  const lines = typed.map(
    ({ type, value }, index) => `export const v${index} = ${JSON.stringify(value)} satisfies ${type}`,
  )
  return `${declarations}${lines.join('\n')}\n`
}

function compile(folder: string): Promise<string> {
  const tsc = join(repository, 'node_modules/.bin/tsc')
  return new Promise((resolve) => {
    execFile(tsc, ['-p', folder, '--pretty', 'false'], { maxBuffer: 64 * 1024 * 1024 }, (_error, stdout) =>
      resolve(stdout),
    )
  })
}

/** Names the recorded value instead of the generated file's line. */
function explain(output: string, typed: TypedValue[]): string[] {
  const firstLine = declarations.split('\n').length
  const errors = output.split(/\n(?=\S)/).filter((error) => error.trim() !== '')
  return errors.map((error) => {
    const line = Number(/recorded\.ts\((\d+),/.exec(error)?.[1])
    const found = typed[line - firstLine]
    return found ? `${found.where}: ${error.replace(/^.*error /, '')}` : error
  })
}

/** Thousands of recorded values share a few shapes. Words are kept, because they may be enumeration members. */
function uniqueByShape(typed: TypedValue[]): TypedValue[] {
  const shapes = new Map(typed.map((one) => [`${one.type} ${JSON.stringify(one.value, toShape)}`, one]))
  return [...shapes.values()]
}

function toShape(name: string, value: unknown): unknown {
  if (typeof value === 'number') return 0
  if (name === 'metadata') return {}
  return typeof value === 'string' && !/^[a-z_.]{1,60}$/i.test(value) ? '' : value
}

const objectTypes: Record<string, string> = {
  payment_intent: 'Stripe.PaymentIntent',
  charge: 'Stripe.Charge',
  refund: 'Stripe.Refund',
  dispute: 'Stripe.Dispute',
  account: 'Stripe.Account',
  customer: 'Stripe.Customer',
  payment_method: 'Stripe.PaymentMethod',
  payment_method_domain: 'Stripe.PaymentMethodDomain',
}

function toCallValues(call: RecordedCall): TypedValue[] {
  const where = `${call.operation} (${call.status})`
  const isBuyer = String(call.requestHeaders.authorization).includes('pk_')
  return [
    ...(isBuyer || call.status >= 400 ? [] : toRequestValues(call)),
    ...(call.responseBody === '' ? [] : toResponseValues(where, JSON.parse(call.responseBody), isBuyer)),
  ]
}

const requestTypes: Record<string, string> = {
  account: 'Stripe.AccountRetrieveCurrentParams',
  'payment_intents.create': 'Stripe.PaymentIntentCreateParams',
  'payment_intents.retrieve': 'Stripe.PaymentIntentRetrieveParams',
  'payment_intents.update': 'Stripe.PaymentIntentUpdateParams',
  'payment_intents.confirm': 'Stripe.PaymentIntentConfirmParams',
  'payment_intents.cancel': 'Stripe.PaymentIntentCancelParams',
  'payment_intents.capture': 'Stripe.PaymentIntentCaptureParams',
  'payment_intents.list': 'Stripe.PaymentIntentListParams',
  'payment_intents.search': 'Stripe.PaymentIntentSearchParams',
  'customers.create': 'Stripe.CustomerCreateParams',
  'payment_method_domains.create': 'Stripe.PaymentMethodDomainCreateParams',
  'payment_method_domains.list': 'Stripe.PaymentMethodDomainListParams',
  'payment_method_domains.update': 'Stripe.PaymentMethodDomainUpdateParams',
  'payment_methods.detach': 'Stripe.PaymentMethodDetachParams',
  'refunds.create': 'Stripe.RefundCreateParams',
  'refunds.retrieve': 'Stripe.RefundRetrieveParams',
  'refunds.list': 'Stripe.RefundListParams',
  'disputes.retrieve': 'Stripe.DisputeRetrieveParams',
  'disputes.update': 'Stripe.DisputeUpdateParams',
  'disputes.close': 'Stripe.DisputeCloseParams',
  'disputes.list': 'Stripe.DisputeListParams',
  'charges.retrieve': 'Stripe.ChargeRetrieveParams',
  'charges.list': 'Stripe.ChargeListParams',
  'events.list': 'Stripe.EventListParams',
  'events.retrieve': 'Stripe.EventRetrieveParams',
}

function toRequestValues({ operation, url, requestBody }: RecordedCall): TypedValue[] {
  const type = requestTypes[operation] ?? 'undefined'
  const query = url.split('?')[1] ?? ''
  return [{ where: `request of ${operation}`, type, value: parseStripeForm(`${query}&${requestBody}`) }]
}

function toResponseValues(where: string, body: Record<string, unknown>, isBuyer: boolean): TypedValue[] {
  if ('error' in body) {
    const { payment_intent: intent, ...error } = body.error as Record<string, unknown>
    return [
      { where, type: 'RawError', value: error },
      ...(intent ? toResponseValues(where, intent as Record<string, unknown>, isBuyer) : []),
    ]
  }
  if (body.object === 'list' || body.object === 'search_result') {
    const { data, ...rest } = body
    const type = body.object === 'list' ? 'List<never>' : 'Stripe.ApiSearchResult<never>'
    const items = data as Record<string, unknown>[]
    return [
      { where, type, value: { ...rest, data: [] } },
      ...items.flatMap((item) => toResponseValues(where, item, isBuyer)),
    ]
  }
  if (body.object === 'event') return [typedEvent(body)]
  const type = isBuyer ? 'Partial<Stripe.PaymentIntent>' : objectTypes[String(body.object)]
  return [{ where, type: type ?? 'undefined', value: body }]
}

function toEventValues({ body }: RecordedEvent): TypedValue[] {
  return [typedEvent(JSON.parse(body))]
}

function typedEvent(event: Record<string, unknown>): TypedValue {
  return { where: `event ${event.type}`, type: `Of<'${event.type}'>`, value: event }
}

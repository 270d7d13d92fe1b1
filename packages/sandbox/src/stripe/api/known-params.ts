import { invalidRequest } from '../model/errors.ts'
import type { Params } from '../model/form.ts'

/** The parameters of each operation. Those that the emulator ignores are accepted too. */
const intentTerms =
  'allowed_payment_method_types amount amount_details application_fee_amount capture_method currency customer ' +
  'customer_account description excluded_payment_method_types expand hooks metadata payment_details payment_method ' +
  'payment_method_configuration payment_method_data payment_method_options receipt_email setup_future_usage ' +
  'shipping statement_descriptor statement_descriptor_suffix transfer_data transfer_group'
const confirmation =
  'allowed_payment_method_types amount_details amount_to_confirm capture_method confirmation_token ' +
  'error_on_requires_action excluded_payment_method_types expand hooks mandate mandate_data off_session ' +
  'payment_details payment_method payment_method_data payment_method_options radar_options receipt_email return_url ' +
  'setup_future_usage shipping use_stripe_sdk client_secret'
const page = 'created ending_before expand limit starting_after'

const known: Record<string, ReadonlySet<string>> = {
  'payment_intents.create': names(
    `${intentTerms} automatic_payment_methods confirm confirmation_method confirmation_token ` +
      'error_on_requires_action mandate mandate_data off_session on_behalf_of radar_options return_url use_stripe_sdk',
  ),
  'payment_intents.update': names(intentTerms),
  'payment_intents.confirm': names(confirmation),
  'payment_intents.cancel': names('cancellation_reason expand'),
  'payment_intents.capture': names(
    'amount_details amount_to_capture application_fee_amount expand final_capture hooks metadata payment_details ' +
      'statement_descriptor statement_descriptor_suffix transfer_data',
  ),
  'payment_intents.retrieve': names('client_secret expand'),
  'payment_intents.list': names(`${page} customer customer_account`),
  'refunds.create': names(
    'amount charge currency customer expand instructions_email metadata origin payment_intent reason ' +
      'refund_application_fee reverse_transfer',
  ),
  'refunds.update': names('expand metadata'),
  'refunds.list': names(`${page} charge payment_intent`),
  'charges.list': names(`${page} customer payment_intent transfer_group`),
  'disputes.update': names('evidence expand metadata submit'),
  'disputes.list': names(`${page} charge payment_intent`),
  'events.list': names(`${page} delivery_success type types`),
}
const onlyExpand = names('expand')

/** @throws StripeError  that names the first unknown parameter */
export function rejectUnknownParams(operation: string, params: Params): void {
  const allowed = known[operation] ?? onlyExpand
  for (const name of Object.keys(params)) {
    if (allowed.has(name)) continue
    throw invalidRequest(`Received unknown parameter: ${name}`, name, 'parameter_unknown')
  }
}

function names(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}

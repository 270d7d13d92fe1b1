import { invalidRequest } from '../model/errors.ts'
import type { Params } from '../model/form.ts'

/** The parameters of each operation. Ignored ones are accepted too. */
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
  'payment_intents.search': names('expand limit page query'),
  'customers.create': names('description email expand metadata name phone preferred_locales'),
  'refunds.create': names(
    'amount charge currency customer expand instructions_email metadata origin payment_intent reason ' +
      'refund_application_fee reverse_transfer',
  ),
  'refunds.update': names('expand metadata'),
  'refunds.list': names(`${page} charge payment_intent`),
  'charges.list': names(`${page} customer payment_intent transfer_group`),
  'disputes.update': names('evidence expand metadata submit'),
  'disputes.list': names(`${page} charge payment_intent`),
  'payment_method_domains.create': names('domain_name enabled expand'),
  'payment_method_domains.list': names(`${page} domain_name enabled`),
  'payment_method_domains.update': names('enabled expand'),
  'events.list': names(`${page} delivery_success type types`),
}
const onlyExpand = names('expand')

/** The members of object parameters. Any name is a member of the others, such as `metadata` and lists. */
const members: Record<string, ReadonlySet<string>> = {
  automatic_payment_methods: names('allow_redirects enabled'),
  created: names('gt gte lt lte'),
  evidence: names(
    'access_activity_log billing_address cancellation_policy cancellation_policy_disclosure cancellation_rebuttal ' +
      'customer_communication customer_email_address customer_name customer_purchase_ip customer_signature ' +
      'duplicate_charge_documentation duplicate_charge_explanation duplicate_charge_id enhanced_evidence ' +
      'product_description receipt refund_policy refund_policy_disclosure refund_refusal_explanation service_date ' +
      'service_documentation shipping_address shipping_carrier shipping_date shipping_documentation ' +
      'shipping_tracking_number uncategorized_file uncategorized_text',
  ),
  payment_method_data: names(
    'allow_redisplay billing_details card link metadata radar_options type client_attribution_metadata',
  ),
  'payment_method_data[billing_details]': names('address email name phone tax_id'),
  'payment_method_data[billing_details][address]': names('city country line1 line2 postal_code state'),
  'payment_method_data[card]': names('cvc exp_month exp_year networks number token'),
  'payment_method_options[card]': names(
    'capture_method cvc_token installments mandate_options moto network request_extended_authorization ' +
      'request_incremental_authorization request_multicapture request_overcapture request_partial_authorization ' +
      'request_three_d_secure require_cvc_recollection setup_future_usage statement_descriptor_suffix_kana ' +
      'statement_descriptor_suffix_kanji three_d_secure',
  ),
  radar_options: names('session'),
  shipping: names('address carrier name phone tracking_number'),
  'shipping[address]': names('city country line1 line2 postal_code state'),
  transfer_data: names('amount destination'),
}

/** @throws StripeError  with the first unknown parameter, at whatever depth */
export function rejectUnknownParams(operation: string, params: Params): void {
  rejectUnknownIn(params, known[operation] ?? onlyExpand, '')
}

function rejectUnknownIn(params: Params, allowed: ReadonlySet<string> | undefined, parent: string): void {
  for (const [name, value] of Object.entries(params)) {
    const param = parent === '' ? name : `${parent}[${name}]`
    if (allowed && !allowed.has(name)) {
      throw invalidRequest(`Received unknown parameter: ${param}`, param, 'parameter_unknown')
    }
    if (typeof value === 'object') rejectUnknownIn(value, members[param], param)
  }
}

function names(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}

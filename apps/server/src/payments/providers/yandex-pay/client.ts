import * as z from 'zod'
import { newId } from '../../../platform/ids.ts'
import { ProviderRefused, ProviderUnavailable } from '../../provider.ts'
import { type ApiResponse, callApi, parseBody } from '../api-call.ts'
import type { ProviderTimeouts } from '../settings.ts'
import type { YandexPayConfig } from './config.ts'

/** Yandex Pay's merchant API. */
export type YandexPayClient = {
  get<S extends z.ZodType>(path: string, schema: S): Promise<z.output<S>>
  /** @param requestId  Shared by all retries for one write. */
  post<S extends z.ZodType>(path: string, requestId: string, body: object, schema: S): Promise<z.output<S>>
}

/** A refusal with Yandex Pay's reason code, such as DUPLICATE_EXTERNAL_OPERATION_ID. */
export class YandexPayRefused extends ProviderRefused {
  readonly reasonCode: string | undefined

  constructor(message: string, reasonCode: string | undefined) {
    super(message)
    this.reasonCode = reasonCode
  }
}

export function createYandexPayClient(
  { apiKey, apiUrl }: YandexPayConfig,
  { readTimeoutMs, writeTimeoutMs, retryDelayMs }: ProviderTimeouts,
): YandexPayClient {
  const createHeaders = (requestId: string, timeoutMs: number) => (attempt: number) => ({
    authorization: `Api-Key ${apiKey}`,
    'x-request-id': requestId,
    'x-request-timeout': String(timeoutMs),
    'x-request-attempt': String(attempt),
  })
  return {
    get: async (path, schema) => {
      const terms = {
        headers: createHeaders(newId(), readTimeoutMs),
        timeoutMs: readTimeoutMs,
        maxAttempts: 2,
        retryDelayMs,
      }
      const response = await callApi({ method: 'GET', url: apiUrl + path, ...terms })
      return parseResponse(response, `GET ${path}`, schema)
    },
    post: async (path, requestId, body, schema) => {
      const terms = {
        headers: createHeaders(requestId, writeTimeoutMs),
        timeoutMs: writeTimeoutMs,
        maxAttempts: 3,
        retryDelayMs,
      }
      const response = await callApi({ method: 'POST', url: apiUrl + path, body, ...terms })
      return parseResponse(response, `POST ${path}`, schema)
    },
  }
}

const Success = z.object({ data: z.unknown() })
const Failure = z.object({ reasonCode: z.string().optional(), reason: z.string().optional() })

/** Another operation on the order is in progress: the request may be retried. */
const busy = 'ANOTHER_OPERATION_IN_PROGRESS'

/**
 * Authentication errors are not final, because the operator can fix the keys.
 * @throws YandexPayRefused, ProviderUnavailable
 */
function parseResponse<S extends z.ZodType>(
  { status, body }: ApiResponse,
  what: string,
  schema: S,
): z.output<S> {
  if (status === 200) {
    const { data } = parseBody(Success, body, `response of Yandex Pay to ${what}`)
    return parseBody(schema, data, `response of Yandex Pay to ${what}`)
  }
  const { reasonCode, reason } = Failure.safeParse(body).data ?? {}
  const details = [what, status, reasonCode].filter((detail) => detail !== undefined)
  const message = `Yandex Pay: ${reason ?? 'no reason'} (${details.join(', ')})`
  const isUnknown = status === 401 || status === 403 || reasonCode === busy
  throw isUnknown ? new ProviderUnavailable(message) : new YandexPayRefused(message, reasonCode)
}

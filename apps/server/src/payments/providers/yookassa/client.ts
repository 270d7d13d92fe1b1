import * as z from 'zod'
import { ProviderRefused, ProviderUnavailable } from '../../provider.ts'
import { type ApiResponse, callApi, parseBody } from '../api-call.ts'
import type { ProviderTimeouts } from '../settings.ts'
import type { YooKassaConfig } from './config.ts'

/** YooKassa's HTTP API. */
export type YooKassaClient = {
  get<S extends z.ZodType>(path: string, schema: S): Promise<z.output<S>>
  /** @param key  Idempotence key, up to 64 characters, valid for 24 hours. */
  post<S extends z.ZodType>(path: string, key: string, body: object, schema: S): Promise<z.output<S>>
}

export function createYooKassaClient(
  { shopId, secretKey, apiUrl }: YooKassaConfig,
  { readTimeoutMs, writeTimeoutMs, retryDelayMs }: ProviderTimeouts,
): YooKassaClient {
  const authorization = `Basic ${Buffer.from(`${shopId}:${secretKey}`).toString('base64')}`
  return {
    get: async (path, schema) => {
      const response = await callApi({
        method: 'GET',
        url: apiUrl + path,
        headers: () => ({ authorization }),
        timeoutMs: readTimeoutMs,
        maxAttempts: 2,
        retryDelayMs,
      })
      return parseResponse(response, `GET ${path}`, schema)
    },
    post: async (path, key, body, schema) => {
      const response = await callApi({
        method: 'POST',
        url: apiUrl + path,
        headers: () => ({ authorization, 'idempotence-key': key }),
        body,
        timeoutMs: writeTimeoutMs,
        maxAttempts: 3,
        retryDelayMs,
      })
      return parseResponse(response, `POST ${path}`, schema)
    },
  }
}

const Failure = z.object({
  code: z.string(),
  description: z.string().optional(),
  parameter: z.string().optional(),
})

/**
 * Only 200 is a success. Authentication errors are not final, because the operator can fix the keys.
 * @throws ProviderRefused, ProviderUnavailable
 */
function parseResponse<S extends z.ZodType>(
  { status, body }: ApiResponse,
  what: string,
  schema: S,
): z.output<S> {
  if (status === 200) return parseBody(schema, body, `response of YooKassa to ${what}`)
  const { code, description, parameter } = Failure.safeParse(body).data ?? {}
  const details = [status, code, parameter].filter((detail) => detail !== undefined)
  const message = `YooKassa: ${description ?? 'no description'} (${[what, ...details].join(', ')})`
  const isRefusal = status >= 400 && status !== 401 && status !== 403
  throw isRefusal ? new ProviderRefused(message) : new ProviderUnavailable(message)
}

import * as z from 'zod'
import type { Patience, YooKassaConfig } from '../../config.ts'
import { type Answer, ask, expectForm } from '../outgoing.ts'
import { ProviderRefused, ProviderUnavailable } from '../provider.ts'

/** YooKassa's API in its own words. */
export type YooKassaClient = {
  get<S extends z.ZodType>(path: string, form: S): Promise<z.output<S>>
  /** @param key  Up to 64 characters; the same key and body are answered the same for 24 hours. */
  post<S extends z.ZodType>(path: string, key: string, body: object, form: S): Promise<z.output<S>>
}

export function createYooKassaClient(
  { shopId, secretKey, apiUrl }: YooKassaConfig,
  { readMs, writeMs, pauseMs }: Patience,
): YooKassaClient {
  const authorization = `Basic ${Buffer.from(`${shopId}:${secretKey}`).toString('base64')}`
  return {
    get: async (path, form) => {
      const answer = await ask({
        method: 'GET',
        url: apiUrl + path,
        headers: () => ({ authorization }),
        timeoutMs: readMs,
        tries: 2,
        pauseMs,
      })
      return bodyOf(answer, `GET ${path}`, form)
    },
    post: async (path, key, body, form) => {
      const answer = await ask({
        method: 'POST',
        url: apiUrl + path,
        headers: () => ({ authorization, 'idempotence-key': key }),
        body,
        timeoutMs: writeMs,
        tries: 3,
        pauseMs,
      })
      return bodyOf(answer, `POST ${path}`, form)
    },
  }
}

const Failure = z.object({
  code: z.string(),
  description: z.string().optional(),
  parameter: z.string().optional(),
})

/** Success is 200 and nothing else. Wrong keys may be mended, so they are no refusal of what was asked. */
function bodyOf<S extends z.ZodType>({ status, body }: Answer, what: string, form: S): z.output<S> {
  if (status === 200) return expectForm(form, body, `YooKassa's answer to ${what}`)
  const { code, description, parameter } = Failure.safeParse(body).data ?? {}
  const facts = [status, code, parameter].filter((fact) => fact !== undefined)
  const words = `YooKassa: ${description ?? 'no description'} (${[what, ...facts].join(', ')})`
  const isRefusal = status >= 400 && status !== 401 && status !== 403
  throw isRefusal ? new ProviderRefused(words) : new ProviderUnavailable(words)
}

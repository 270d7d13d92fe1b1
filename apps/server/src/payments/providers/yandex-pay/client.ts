import * as z from 'zod'
import { newId } from '../../../platform/ids.ts'
import type { Patience, YandexPayConfig } from '../../config.ts'
import { type Answer, ask, expectForm } from '../outgoing.ts'
import { ProviderRefused, ProviderUnavailable } from '../provider.ts'

/** Yandex Pay's API for merchants, in its own words. */
export type YandexPayClient = {
  get<S extends z.ZodType>(path: string, form: S): Promise<z.output<S>>
  /** @param requestId  The same for every repetition of one write. */
  post<S extends z.ZodType>(path: string, requestId: string, body: object, form: S): Promise<z.output<S>>
}

/** A refusal with the word Yandex Pay has for it, such as DUPLICATE_EXTERNAL_OPERATION_ID. */
export class YandexPayRefused extends ProviderRefused {
  readonly reasonCode: string | undefined

  constructor(message: string, reasonCode: string | undefined) {
    super(message)
    this.reasonCode = reasonCode
  }
}

export function createYandexPayClient(
  { apiKey, apiUrl }: YandexPayConfig,
  { readMs, writeMs, pauseMs }: Patience,
): YandexPayClient {
  const headersOf = (requestId: string, timeoutMs: number) => (attempt: number) => ({
    authorization: `Api-Key ${apiKey}`,
    'x-request-id': requestId,
    'x-request-timeout': String(timeoutMs),
    'x-request-attempt': String(attempt),
  })
  return {
    get: async (path, form) => {
      const terms = { headers: headersOf(newId(), readMs), timeoutMs: readMs, tries: 2, pauseMs }
      const answer = await ask({ method: 'GET', url: apiUrl + path, ...terms })
      return dataOf(answer, `GET ${path}`, form)
    },
    post: async (path, requestId, body, form) => {
      const terms = { headers: headersOf(requestId, writeMs), timeoutMs: writeMs, tries: 3, pauseMs }
      const answer = await ask({ method: 'POST', url: apiUrl + path, body, ...terms })
      return dataOf(answer, `POST ${path}`, form)
    },
  }
}

const Success = z.object({ data: z.unknown() })
const Failure = z.object({ reasonCode: z.string().optional(), reason: z.string().optional() })

/** Another operation of the order is under way: the same request may be made when it is done. */
const busy = 'ANOTHER_OPERATION_IN_PROGRESS'

/** Wrong keys may be mended, so they are no refusal of what was asked. */
function dataOf<S extends z.ZodType>({ status, body }: Answer, what: string, form: S): z.output<S> {
  if (status === 200) {
    const { data } = expectForm(Success, body, `Yandex Pay's answer to ${what}`)
    return expectForm(form, data, `Yandex Pay's answer to ${what}`)
  }
  const { reasonCode, reason } = Failure.safeParse(body).data ?? {}
  const facts = [what, status, reasonCode].filter((fact) => fact !== undefined)
  const words = `Yandex Pay: ${reason ?? 'no reason'} (${facts.join(', ')})`
  const isUnknown = status === 401 || status === 403 || reasonCode === busy
  throw isUnknown ? new ProviderUnavailable(words) : new YandexPayRefused(words, reasonCode)
}

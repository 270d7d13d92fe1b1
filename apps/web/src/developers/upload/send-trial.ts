import type { Trial, TrialQuery } from '@playhub/contract'
import { ApiRefusal, ApiUnreachable } from '@playhub/ui/feedback/api-errors.ts'
import { apiHeaders } from '../../lib/api/api.ts'

const url = '/api/developers/trials'

type Options = { compat: TrialQuery['compat']; onProgress(ratio: number): void; signal: AbortSignal }

/**
 * Uploads an archive. Not by `fetch`, which does not report progress.
 * @throws ApiRefusal      on a problem response.
 * @throws ApiUnreachable  when there is no response.
 */
export function sendTrial(archive: Blob, { compat, onProgress, signal }: Options): Promise<Trial> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', compat ? `${url}?compat=${compat}` : url)
    const headers = { ...apiHeaders(), 'Content-Type': 'application/zip' }
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total)
    request.onload = () => {
      const { status, statusText, response } = request
      if (status === 200 && response) return resolve(response.data.result)
      // A proxy may have responded instead of the hub.
      reject(new ApiRefusal({ code: 'FAULT', status, title: statusText, ...response }))
    }
    request.onerror = () => reject(new ApiUnreachable(`No response from ${url}`))
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(archive)
  })
}

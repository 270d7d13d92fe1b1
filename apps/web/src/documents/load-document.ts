import { type LoaderFunctionArgs, redirectDocument } from 'react-router'
import { getApi, getRequestLanguage, type PublicApi } from '../lib/api/public-api.ts'
import { readErrorCode } from '../lib/feedback/load.ts'
import { urlInLanguage } from '../lib/language/language.ts'
import { wasShell } from '../lib/page/boot-data.ts'

/**
 * Documents are rendered on the server only, so client-side navigation loads the page in the current language.
 * @param read  Returns undefined in the browser.
 */
export async function loadDocument<T>(
  args: LoaderFunctionArgs,
  read: (api: PublicApi) => Promise<T> | undefined,
): Promise<T> {
  const reading = read(getApi(args))
  if (!reading) {
    const { pathname, search, hash } = new URL(args.request.url)
    const url = urlInLanguage(pathname, search, getRequestLanguage(args)) + hash
    throw wasShell(args.request.url) ? notFound() : redirectDocument(url)
  }
  try {
    return await reading
  } catch (error) {
    if (readErrorCode(error) === 'DOCUMENT_NOT_FOUND') throw notFound()
    throw error
  }
}

const notFound = () => new Response(null, { status: 404, statusText: 'Not Found' })

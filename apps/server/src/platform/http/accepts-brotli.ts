/** @param accepted  The header `Accept-Encoding`. `br;q=0` refuses brotli. */
export function acceptsBrotli(accepted: string | string[] | undefined): boolean {
  return String(accepted ?? '')
    .split(',')
    .some((entry) => {
      const [coding = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase())
      const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
      return coding === 'br' && (quality === undefined || Number(quality) > 0)
    })
}

/** Errors of this SDK are `{ code, message }`. */
export const toError = (code: string, message: string) => ({ code, message })

export const noAd = () => toError('unfilled', 'No ad available')

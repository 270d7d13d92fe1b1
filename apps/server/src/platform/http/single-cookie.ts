/**
 * Reads a security-relevant cookie exactly: no decoding, and trims only spaces, so no other name is read as this
 * one.
 * @returns 'repeated' when the request carries the name twice: another host or path has planted one
 */
export function readSingleCookie(
  header: string | undefined,
  name: string,
): { value: string | undefined } | 'repeated' {
  const prefix = `${name}=`
  const values = (header ?? '')
    .split(';')
    .map((pair) => pair.replace(/^ +/, ''))
    .filter((pair) => pair.startsWith(prefix))
    .map((pair) => pair.slice(prefix.length))
  return values.length > 1 ? 'repeated' : { value: values[0] }
}

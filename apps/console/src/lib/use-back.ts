import { useLocation } from 'react-router'

/**
 * URL of the list a page was opened from, with its filters.
 * @param list  The list's path, for a page opened by a link from elsewhere.
 */
export function useBackTo(list: string): string {
  const { state } = useLocation()
  const from: unknown = state?.from
  return typeof from === 'string' && from.split('?')[0] === list ? from : list
}

import { FullPageSpinner } from '../ui/spinner.tsx'

/** A page that only waits: whoever embeds the hub reads its address or its messages. */
export function LoaderPage() {
  return <FullPageSpinner />
}

/** Runs when the page and what its HTML names are loaded. */
export function whenLoaded(run: () => void): void {
  if (document.readyState === 'complete') run()
  else addEventListener('load', run)
}

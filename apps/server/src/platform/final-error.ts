/** A failure no retry can fix: the job goes straight to the dead-letter list. */
export class FinalError extends Error {
  override name = 'FinalError'
}

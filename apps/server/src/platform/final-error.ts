/** A failure that no other try can change: the job goes to the dead-letter list at once. */
export class FinalError extends Error {
  override name = 'FinalError'
}

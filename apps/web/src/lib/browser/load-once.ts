/** Wraps a page's one-time load. After a failure, the next call loads again. */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  const forget = () => {
    loading = undefined
  }
  return () => {
    loading ??= load()
    loading.catch(forget)
    return loading
  }
}

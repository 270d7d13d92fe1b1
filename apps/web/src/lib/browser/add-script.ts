/** Runs a script of another host, such as a payment provider's. @throws when it does not load; it may be added again. */
export function addScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = url
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      reject(new Error(`${url} did not load`))
    }
    document.head.append(script)
  })
}

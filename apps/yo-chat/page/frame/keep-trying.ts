const RETRY_AFTER = 2_000

/** Calls `load` until it resolves. Returns a function that stops this. The page already shows that the server is unreachable. */
export function keepTrying(load: () => Promise<void>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isWanted = true
  const attempt = () =>
    load().catch(() => {
      if (isWanted) timer = setTimeout(attempt, RETRY_AFTER)
    })
  void attempt()
  return () => {
    isWanted = false
    clearTimeout(timer)
  }
}

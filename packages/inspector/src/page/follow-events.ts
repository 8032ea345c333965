/** Milliseconds between two attempts to reach the server. */
const RETRY = 1_000

/**
 * Follows server-sent events. A browser connects again by itself when the network fails, and not when the server refuses: then
 * `open` is called again. Returns a function that stops it.
 */
export function followEvents(open: () => Promise<EventSource>, onAway: (isAway: boolean) => void): () => void {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const retry = () => {
    onAway(true)
    timer = setTimeout(begin, RETRY)
  }
  const begin = async () => {
    try {
      const opened = await open()
      if (isOver) return opened.close()
      source = opened
      opened.addEventListener('open', () => onAway(false))
      opened.addEventListener('error', () => (opened.readyState === EventSource.CLOSED ? retry() : onAway(true)))
    } catch {
      if (!isOver) retry()
    }
  }
  void begin()
  return () => {
    isOver = true
    clearTimeout(timer)
    source?.close()
  }
}

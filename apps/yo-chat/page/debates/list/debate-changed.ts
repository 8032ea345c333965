const CHANGED = 'debate-changed'

/** Tells lists of debates that a debate has changed. */
export const tellDebateChanged = (): void => {
  window.dispatchEvent(new Event(CHANGED))
}

export function onDebateChanged(listener: () => void): () => void {
  window.addEventListener(CHANGED, listener)
  return () => window.removeEventListener(CHANGED, listener)
}

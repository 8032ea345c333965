const CHANGED = 'debate-changed'

/** Tells whoever lists debates that one of them is not what it was. */
export const tellDebateChanged = (): void => {
  window.dispatchEvent(new Event(CHANGED))
}

export function onDebateChanged(listener: () => void): () => void {
  window.addEventListener(CHANGED, listener)
  return () => window.removeEventListener(CHANGED, listener)
}

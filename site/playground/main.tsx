import { createRoot } from 'react-dom/client'
import { Playground } from './playground.tsx'

/** Shows the playground in an element; returns a function that removes it. */
export function mountPlayground(place: HTMLElement): () => void {
  const root = createRoot(place)
  root.render(<Playground />)
  return () => root.unmount()
}

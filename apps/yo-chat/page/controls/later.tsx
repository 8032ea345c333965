import { Component, type LazyExoticComponent, lazy, type ReactNode, Suspense } from 'react'
import { texts } from './texts.ts'

const loads: (() => Promise<unknown>)[] = []

/**
 * A component of a module that is loaded when one of its components is first shown, or when the page has loaded everything else.
 * Show it inside `<Later>`.
 */
export function later<Parts, Name extends keyof Parts>(load: () => Promise<Parts>, name: Name): Part<Parts[Name]> {
  loads.push(load)
  // The type of the result lets only components be used.
  const part: unknown = lazy(async () => ({ default: (await loadPatiently(load))[name] as () => ReactNode }))
  return part as Part<Parts[Name]>
}

type Part<Component> = Component extends (props: infer Props) => ReactNode
  ? LazyExoticComponent<(props: Props) => ReactNode>
  : never

/** The longest pause before another attempt, in milliseconds. A server that restarts, or a network that was lost, is back by then. */
const LONGEST_PAUSE = 8_000

async function loadPatiently<Parts>(load: () => Promise<Parts>, pause = 250): Promise<Parts> {
  try {
    return await load()
  } catch (error) {
    if (pause > LONGEST_PAUSE) throw error
    await new Promise((resolve) => setTimeout(resolve, pause))
    return loadPatiently(load, 2 * pause)
  }
}

/** Loads every component that is not loaded yet, so that opening a part of the page neither waits for nor needs the network. */
export async function loadAll(): Promise<void> {
  for (const load of loads) {
    // If it fails, the component is loaded when it is shown.
    await load().catch(() => {})
  }
}

interface LaterProps {
  children: ReactNode
  /** Shown while the component is loaded. */
  fallback?: ReactNode
}

/** Keeps the rest of the page if a component cannot be loaded. */
export class Later extends Component<LaterProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    const { children, fallback } = this.props
    if (!this.state.hasFailed) return <Suspense fallback={fallback}>{children}</Suspense>
    return (
      <div className="later-failed" role="alert">
        <p>{texts.notLoaded}</p>
        <button type="button" className="button" onClick={() => location.reload()}>
          {texts.reload}
        </button>
      </div>
    )
  }
}

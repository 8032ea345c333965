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
  const part: unknown = lazy(async () => ({ default: (await load())[name] as () => ReactNode }))
  return part as Part<Parts[Name]>
}

type Part<Component> = Component extends (props: infer Props) => ReactNode
  ? LazyExoticComponent<(props: Props) => ReactNode>
  : never

/** Loads every component that is not loaded yet, so that opening a part of the page neither waits for nor needs the network. */
export async function loadAll(): Promise<void> {
  for (const load of loads) {
    // Without a network, the component is loaded when it is shown.
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

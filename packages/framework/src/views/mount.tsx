import { Component, type ComponentType, createElement, type ReactNode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { Json } from '../tools/json.ts'
import type { RenderProps } from '../tools/render.ts'
import type { HostContext, Line } from './bridge.ts'
import type { FormViewProps } from './form-view.tsx'
import { type Shown, type ToolResult, toText, toValue, ViewCall } from './view-call.ts'

/** The components of a tool's view, which the bundler puts together. */
export interface ViewParts {
  tool: string
  /** By the key of the question. */
  questions: Readonly<Record<string, ComponentType<never>>>
  result?: ComponentType<{ result: Json }>
  /** Asks the questions without a component; only in views that need it. */
  form?: ComponentType<FormViewProps>
}

const toHost: Line = {
  post: (message) => window.parent.postMessage(message, '*'),
  listen: (receive) =>
    addEventListener('message', ({ source, data }) => {
      if (source === window.parent) receive(data)
    }),
}

/** Shows the questions and the result of a tool in the host that embeds this document. */
export function mountView(parts: ViewParts): void {
  const root = createRoot(document.getElementById('view')!)
  const show = (shown: Shown) => root.render(<View parts={parts} shown={shown} />)
  const call = new ViewCall(parts.tool, toHost, { show, onContext: adapt, onTeardown: () => root.unmount() })
  void call.connect().then(() => followSize((size) => call.bridge.notify('ui/notifications/size-changed', size)))
}

/** Takes over the theme of the host. A scheme that the host does not have would make the frame opaque. */
function adapt({ theme, styles, containerDimensions, safeAreaInsets }: HostContext): void {
  const { style, dataset } = document.documentElement
  if (theme !== undefined) style.colorScheme = theme
  for (const [name, value] of Object.entries(styles?.variables ?? {})) {
    if (name.startsWith('--') && value !== undefined) style.setProperty(name, value)
  }
  if (containerDimensions !== undefined) {
    dataset.height = containerDimensions.height === undefined ? 'free' : 'fixed'
  }
  if (safeAreaInsets !== undefined) {
    const { top, right, bottom, left } = safeAreaInsets
    style.padding = `${top}px ${right}px ${bottom}px ${left}px`
  }
}

function followSize(tell: (size: { width: number; height: number }) => void): void {
  let last = ''
  const measure = () => {
    const { width, height } = document.documentElement.getBoundingClientRect()
    const size = { width: Math.ceil(width), height: Math.ceil(height) }
    if (last === JSON.stringify(size)) return
    last = JSON.stringify(size)
    tell(size)
  }
  new ResizeObserver(() => requestAnimationFrame(measure)).observe(document.documentElement)
  measure()
}

function View({ parts, shown }: { parts: ViewParts; shown: Shown }): ReactNode {
  switch (shown.type) {
    case 'waiting':
      return <p role="status">{shown.text}</p>
    case 'problem':
      return <Problem text={shown.text} retry={shown.retry} />
    case 'result':
      return <Result component={parts.result} result={shown.result} />
    case 'question':
      return <Question key={toKey(shown)} parts={parts} shown={shown} />
  }
}

type Asking = Extract<Shown, { type: 'question' }>

const toKey = ({ question: { id, attempt } }: Asking): string => `${id} ${attempt}`

function Question({ parts, shown }: { parts: ViewParts; shown: Asking }): ReactNode {
  const { question, answered, respond } = shown
  const { key, message, refusal, context, isMessageShown } = question
  const [hasFailed, setFailed] = useState(false)
  const component = Object.hasOwn(parts.questions, key) && !hasFailed ? parts.questions[key] : undefined
  if (component === undefined) {
    if (parts.form === undefined) return <p role="status">This question cannot be shown here.</p>
    return createElement(parts.form, { tool: parts.tool, question, answered, onRespond: respond.answer })
  }
  const fail = (error: unknown) => {
    setFailed(true)
    if (isMessageShown || parts.form === undefined) respond.fail(error)
  }
  // The types of the tool have checked the props; here the component may be any.
  const view = createElement(component as ComponentType<object & RenderProps<unknown>>, {
    ...context,
    onRespond: (content: unknown) => respond.answer({ action: 'accept', content }),
    disabled: answered !== undefined,
    ...(answered?.action === 'accept' && { response: answered.content }),
  })
  return (
    <>
      {!isMessageShown && <h1 className="view-message">{message}</h1>}
      {refusal !== undefined && (
        <p className="view-problem" role="alert">
          {refusal}
        </p>
      )}
      <Boundary onError={fail}>{view}</Boundary>
      <button
        type="button"
        data-kind="quiet"
        disabled={answered !== undefined}
        onClick={() => respond.answer({ action: 'decline' })}
      >
        No, thanks
      </button>
    </>
  )
}

function Result({ component, result }: { component: ViewParts['result']; result: ToolResult }): ReactNode {
  const [hasFailed, setFailed] = useState(false)
  const text = toText(result.content)
  if (result.isError) return <Problem text={text} />
  if (component === undefined || hasFailed) return <p className="view-text">{text || 'Done.'}</p>
  return <Boundary onError={() => setFailed(true)}>{createElement(component, { result: toValue(result) })}</Boundary>
}

function Problem({ text, retry }: { text: string; retry?: (() => void) | undefined }): ReactNode {
  return (
    <div className="view-problem" role="alert">
      <p className="view-text">{text}</p>
      {retry !== undefined && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  )
}

/** Tells of a component that throws. */
class Boundary extends Component<{ children: ReactNode; onError(error: unknown): void }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError = () => ({ hasFailed: true })

  override componentDidCatch(error: unknown): void {
    this.props.onError(error)
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children
  }
}

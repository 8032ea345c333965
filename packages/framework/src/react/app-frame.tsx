import { type ReactNode, useEffect, useRef, useState } from 'react'
import { messageOf } from '../tools/describe.ts'
import type { ElicitAnswer } from '../tools/elicit.ts'
import type { HostedView, QuestionApp } from '../tools/hosted-app.ts'
import type { Json } from '../tools/json.ts'
import type { JsonSchema } from '../tools/schema.ts'
import { type ViewHandlers, ViewHost, type ViewResult } from './view-host.ts'

export interface AppFrameProps extends Omit<ViewHandlers, 'onHeight'> {
  /** The address of the sandbox, which is on another origin than the page. */
  sandbox: string
  view: HostedView
  /** What the frame is, for those who cannot see it. */
  title: string
  theme: 'light' | 'dark'
  /** CSS variables by the names of MCP Apps. */
  variables?: Readonly<Record<string, string>>
  /** The largest height in pixels. Default 720. */
  maxHeight?: number
  /** The arguments of the call. */
  input?: Json
  /** The result of the call, once there is one. */
  result?: ViewResult | undefined
  /** Why the call ended without a result. */
  cancelled?: string | undefined
  /** The question that the view shows. Its answer goes to `onAnswer`; a view that gives none has failed. */
  question?: { message: string; schema?: JsonSchema; app?: QuestionApp } | undefined
  onAnswer?: (answer: ElicitAnswer) => void
}

const FIRST_HEIGHT = 160
const LEAST_HEIGHT = 48
const NO_VARIABLES = {}

/** Shows a view of another server (MCP Apps) in the sandbox, as high as it wants to be within bounds. */
export function AppFrame(props: AppFrameProps): ReactNode {
  const { sandbox, view, title, theme, variables = NO_VARIABLES, maxHeight = 720 } = props
  const { input, result, cancelled, question } = props
  const frame = useRef<HTMLIFrameElement>(null)
  const host = useRef<ViewHost>(null)
  const latest = useRef(props)
  const [height, setHeight] = useState(FIRST_HEIGHT)
  const { origin } = new URL(sandbox)
  const src = toAddress(sandbox, view)

  useEffect(() => {
    latest.current = props
  })

  useEffect(() => {
    const { current } = frame
    if (current === null) return
    const toContext = () => {
      const now = latest.current
      return { theme: now.theme, variables: now.variables ?? NO_VARIABLES, width: current.clientWidth, maxHeight }
    }
    const opened = new ViewHost(current, origin, view.html, toContext(), {
      onCallTool: (name, args) => latest.current.onCallTool(name, args),
      onMessage: (text) => latest.current.onMessage(text),
      onOpenLink: (url) => latest.current.onOpenLink(url),
      onNote: (text) => latest.current.onNote(text),
      onHeight: (wanted) => setHeight(Math.round(Math.min(Math.max(wanted, LEAST_HEIGHT), maxHeight))),
      onFail: (problem) => latest.current.onFail(problem),
    })
    host.current = opened
    const sizes = new ResizeObserver(() => opened.update(toContext()))
    sizes.observe(current)
    // Set here, so that the host listens before the sandbox says that it is ready.
    current.src = src
    return () => {
      sizes.disconnect()
      opened.close()
      host.current = null
    }
  }, [origin, src, view.html, maxHeight])

  useEffect(() => {
    const { current } = frame
    if (current !== null) host.current?.update({ theme, variables, width: current.clientWidth, maxHeight })
  }, [theme, variables, maxHeight])

  useOnce(host, input, (opened) => opened.notify('ui/notifications/tool-input', { arguments: input }))
  useOnce(host, result, (opened) => opened.notify('ui/notifications/tool-result', { ...result }))
  useOnce(host, cancelled, (opened) => opened.notify('ui/notifications/tool-cancelled', { reason: cancelled }))
  useOnce(host, question, async (opened) => {
    try {
      const { message, schema, app } = question!
      const params = { mode: 'form', message, requestedSchema: schema ?? {}, _meta: app?.meta }
      latest.current.onAnswer?.(await opened.ask(params))
    } catch (error) {
      if (host.current === opened) latest.current.onFail(messageOf(error))
    }
  })

  return (
    <iframe
      ref={frame}
      className="app-frame"
      title={title}
      data-border={view.prefersBorder}
      sandbox="allow-scripts allow-same-origin allow-forms"
      referrerPolicy="no-referrer"
      style={{ height }}
    />
  )
}

/** Tells each host once, when there is something to tell. */
function useOnce<T>(
  host: { readonly current: ViewHost | null },
  value: T | undefined,
  tell: (host: ViewHost) => Promise<void>,
): void {
  const told = useRef<ViewHost>(null)
  useEffect(() => {
    const { current } = host
    if (value === undefined || current === null || told.current === current) return
    told.current = current
    // A view that never starts is told nothing; `onFail` says why.
    void tell(current).catch(() => {})
  })
}

/** The sandbox is told whose frame it is, and what the view may reach. */
function toAddress(sandbox: string, { policy }: HostedView): string {
  const url = new URL(sandbox)
  url.searchParams.set('host', location.origin)
  for (const [name, origins] of Object.entries(policy)) {
    if (origins.length > 0) url.searchParams.set(name, origins.join(' '))
  }
  return url.href
}

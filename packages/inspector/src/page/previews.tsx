import type { Json } from '@sweatpants/framework'
import { type ReactNode, useEffect, useRef, useState } from 'react'

/** A question as the previews pass it to the view of its tool. */
export interface PreviewQuestion {
  id: string
  key: string
  message: string
  plain: string | undefined
  context: unknown
  schema: unknown
  attempt: number
  refusal: string | undefined
}

type Theme = 'light' | 'dark'

interface PreviewHost {
  name: string
  /** Whether it asks through the view. */
  asks: boolean
  /** That of a host that does not let the view grow. */
  height?: number
}

const CHAT: PreviewHost = { name: 'Chat page', asks: true }
const APP: PreviewHost = { name: 'MCP App, in a frame of 400 px', asks: false, height: 400 }
const MODAL: PreviewHost = { name: 'App-rendered elicitation, in a modal of 360 px', asks: true, height: 360 }

interface PreviewsProps {
  tool: string
  question: PreviewQuestion
  onAnswer(answer: unknown): void
}

/** The view of a question in each kind of host, without `allow-forms` and without an origin. An answer in any of them counts. */
export function Previews({ tool, question, onAnswer }: PreviewsProps): ReactNode {
  return (
    <PreviewRow label="The question as hosts show it" words={[question.message, question.plain]}>
      {(theme) =>
        [CHAT, MODAL, APP].map((host) => (
          <figure key={`${host.name} ${theme}`}>
            <figcaption>{host.name}</figcaption>
            {host.asks && <p className="quiet">{question.message}</p>}
            <ViewFrame
              title={`${question.key}: ${host.name}`}
              {...{ tool, host, theme }}
              first={host.asks ? toElicit(question) : UNFINISHED}
              onCall={(answers) => {
                const given = answers[question.id]
                if (given !== undefined) onAnswer(given)
                return toState(question)
              }}
              onAnswer={onAnswer}
            />
          </figure>
        ))
      }
    </PreviewRow>
  )
}

/** The view of a result in each kind of host that shows one. */
export function ResultPreviews({ tool, result }: { tool: string; result: Json }): ReactNode {
  const text = typeof result === 'string' ? result : JSON.stringify(result)
  const isStructured = typeof result === 'object' && result !== null && !Array.isArray(result)
  const params = { content: [{ type: 'text', text }], ...(isStructured && { structuredContent: result }) }
  return (
    <PreviewRow label="The result as hosts show it" words={[text]}>
      {(theme) =>
        [CHAT, APP].map((host) => (
          <figure key={`${host.name} ${theme}`}>
            <figcaption>{host.name}</figcaption>
            <ViewFrame
              title={`result: ${host.name}`}
              {...{ tool, host, theme }}
              first={{ method: 'ui/notifications/tool-result', params }}
            />
          </figure>
        ))
      }
    </PreviewRow>
  )
}

interface PreviewRowProps {
  label: string
  /** What hosts without views show. */
  words: readonly (string | undefined)[]
  children(theme: Theme): ReactNode
}

function PreviewRow({ label, words, children }: PreviewRowProps): ReactNode {
  const [theme, setTheme] = useState<Theme>('light')
  return (
    <section className="previews" aria-label={label}>
      <h4>{label}</h4>
      <label className="inline">
        Theme
        <select value={theme} onChange={(event) => setTheme(event.currentTarget.value === 'dark' ? 'dark' : 'light')}>
          <option value="light">light</option>
          <option value="dark">dark</option>
        </select>
      </label>
      <div className="preview-row">
        {children(theme)}
        <figure>
          <figcaption>In words</figcaption>
          <pre>{words.filter((text) => text !== undefined).join('\n\n')}</pre>
        </figure>
      </div>
    </section>
  )
}

interface ViewFrameProps {
  title: string
  tool: string
  host: PreviewHost
  theme: Theme
  /** The first message to the view. */
  first: object
  /** Called with the answers of a view that goes on with its call. Returns the state of the call. */
  onCall?(answers: Readonly<Record<string, unknown>>): object
  /** Called with the answer of a view that was asked. */
  onAnswer?(answer: unknown): void
}

/** A host of one view. It knows what the view does with a question or a result, and no more. */
function ViewFrame({ title, tool, host, theme, first, ...props }: ViewFrameProps): ReactNode {
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(host.height ?? 0)
  const handlers = useRef(props)
  handlers.current = props
  // biome-ignore lint/correctness/useExhaustiveDependencies: a frame shows one question or result, and is replaced with it
  useEffect(() => {
    const post = (message: object) => frame.current?.contentWindow?.postMessage({ jsonrpc: '2.0', ...message }, '*')
    const receive = ({ source, data }: MessageEvent) => {
      if (source !== frame.current?.contentWindow || data?.jsonrpc !== '2.0') return
      const { id, method, params, result } = data
      if (method === 'ui/initialize') {
        const containerDimensions = host.height === undefined ? {} : { height: host.height }
        const hostContext = { theme, displayMode: 'inline', containerDimensions }
        const hostCapabilities = host.asks ? {} : { serverTools: {} }
        post({ id, result: { protocolVersion: '2026-01-26', hostCapabilities, hostContext } })
      }
      if (method === 'ui/notifications/initialized') post(first)
      if (method === 'ui/notifications/size-changed' && host.height === undefined) setHeight(Number(params?.height))
      if (method === 'tools/call') {
        const structuredContent = handlers.current.onCall?.(params?.arguments?.answers ?? {})
        post({ id, result: { content: [], structuredContent } })
      }
      if (method === undefined && id === QUESTION && result !== undefined) handlers.current.onAnswer?.(result)
    }
    addEventListener('message', receive)
    return () => removeEventListener('message', receive)
  }, [])
  return (
    <iframe
      ref={frame}
      title={title}
      sandbox="allow-scripts"
      src={`/views/${encodeURIComponent(tool)}`}
      height={height}
    />
  )
}

const QUESTION = 'question'
const CALL = 'preview'

const toElicit = ({ key, message, context, schema, attempt }: PreviewQuestion) => ({
  id: QUESTION,
  method: 'elicitation/create',
  params: { message, requestedSchema: schema, _meta: { 'dev.sweatpants/elicit': { key, context, attempt } } },
})

/** The result of a call that waits for its view. */
const UNFINISHED = {
  method: 'ui/notifications/tool-result',
  params: { content: [], _meta: { 'dev.sweatpants/call': { call: CALL } } },
}

const toState = (question: PreviewQuestion) => ({
  version: 1,
  status: 'waiting_for_answer',
  call: CALL,
  questions: [question],
})

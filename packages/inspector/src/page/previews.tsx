import { type ReactNode, useEffect, useRef, useState } from 'react'

/** A question as the previews pass it to the view of its tool. */
export interface PreviewQuestion {
  id: string
  key: string
  message: string
  plain?: string
  context: unknown
  schema: unknown
  attempt: number
  refusal?: string
}

type Theme = 'light' | 'dark'

/** The ways in which hosts show a view. `height`: that of a host that does not let the view grow. */
const HOSTS = [
  { name: 'App-rendered elicitation, in a modal of 360 px', asks: true, height: 360 },
  { name: 'MCP App, in a frame of 400 px', asks: false, height: 400 },
] as const

interface PreviewsProps {
  tool: string
  question: PreviewQuestion
  onAnswer(answer: unknown): void
}

/** The view of a question in each kind of host, without `allow-forms` and without an origin. An answer in any of them counts. */
export function Previews({ tool, question, onAnswer }: PreviewsProps): ReactNode {
  const [theme, setTheme] = useState<Theme>('light')
  return (
    <section className="previews" aria-label="In other hosts">
      <h4>In other hosts</h4>
      <label className="inline">
        Theme
        <select value={theme} onChange={(event) => setTheme(event.currentTarget.value === 'dark' ? 'dark' : 'light')}>
          <option value="light">light</option>
          <option value="dark">dark</option>
        </select>
      </label>
      <div className="preview-row">
        {HOSTS.map((host) => (
          <figure key={`${host.name} ${theme}`}>
            <figcaption>{host.name}</figcaption>
            {host.asks && <p className="quiet">{question.message}</p>}
            <ViewFrame {...{ tool, question, onAnswer, theme }} {...host} />
          </figure>
        ))}
        <figure>
          <figcaption>In words</figcaption>
          <pre>{[question.message, question.plain].filter((text) => text !== undefined).join('\n\n')}</pre>
        </figure>
      </div>
    </section>
  )
}

interface ViewFrameProps extends PreviewsProps {
  name: string
  asks: boolean
  height: number
  theme: Theme
}

/** A host of one view. It knows what the view does with a question, and no more. */
function ViewFrame({ tool, question, onAnswer, name, asks, height, theme }: ViewFrameProps): ReactNode {
  const frame = useRef<HTMLIFrameElement>(null)
  const answer = useRef(onAnswer)
  answer.current = onAnswer
  // biome-ignore lint/correctness/useExhaustiveDependencies: a frame shows one question, and is replaced with it
  useEffect(() => {
    const post = (message: object) => frame.current?.contentWindow?.postMessage({ jsonrpc: '2.0', ...message }, '*')
    const receive = ({ source, data }: MessageEvent) => {
      if (source !== frame.current?.contentWindow || data?.jsonrpc !== '2.0') return
      const { id, method, params, result } = data
      if (method === 'ui/initialize') {
        const hostContext = { theme, displayMode: 'inline', containerDimensions: { height } }
        post({
          id,
          result: { protocolVersion: '2026-01-26', hostCapabilities: asks ? {} : { serverTools: {} }, hostContext },
        })
      }
      if (method === 'ui/notifications/initialized') post(asks ? toElicit(question) : UNFINISHED)
      if (method === 'tools/call') {
        const given = params?.arguments?.answers?.[question.id]
        if (given !== undefined) answer.current(given)
        else post({ id, result: { content: [], structuredContent: toState(question) } })
      }
      if (method === undefined && id === QUESTION && result !== undefined) answer.current(result)
    }
    addEventListener('message', receive)
    return () => removeEventListener('message', receive)
  }, [])
  return (
    <iframe
      ref={frame}
      title={`${question.key}: ${name}`}
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

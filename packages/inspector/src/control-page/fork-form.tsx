import type { Json, JsonSchema } from '@sweatpants/framework'
import type { AskedQuestion, ShownRun, TimedEntry } from '@sweatpants/framework/control'
import { ElicitForm, toFormQuestion } from '@sweatpants/framework/react'
import { type ReactNode, useState } from 'react'
import { JsonDetails } from '../page/json-view.tsx'
import { Problem } from '../page/marks.tsx'
import { useRead } from '../page/use-read.ts'
import { forkRun, readQuestion } from './requests.ts'

interface ForkFormProps {
  run: ShownRun
  entry: Extract<TimedEntry, { type: 'value' }>
  /** The number of the entry. */
  at: number
  isBusy: boolean
  act(action: () => Promise<unknown>): void
  open(id: string): void
  close(): void
}

/** Asks for another answer: with the form of the question, or as JSON where the control room does not know the question. */
export function ForkForm({ run, entry, at, isBusy, act, open, close }: ForkFormProps): ReactNode {
  const { value, problem } = useRead(async () => (await readQuestion(run.id, at)) ?? null, [run.id, at])
  const question = problem === undefined ? value : null
  const fork = (answer: unknown) => act(async () => open((await forkRun(run.id, at, answer)).id))

  const form = question && toForm(question, entry, `${run.id} ${at}`)
  return (
    <section className="fork" aria-label={`Another answer at entry ${at}`}>
      <p className="quiet">A new run starts with this answer. This run stays as it is.</p>
      {problem !== undefined && <p className="problem">{problem}</p>}
      {question === undefined && <p className="quiet">Loading…</p>}
      {question && form && (
        <>
          {question.to !== undefined && <p className="quiet">You answer for {question.to.join(', ')}.</p>}
          <ElicitForm
            question={form}
            disabled={isBusy}
            // The value of a signal is what its form gives.
            onRespond={(answer) =>
              entry.kind === 'elicit' || answer.action !== 'accept' ? fork(answer) : fork(answer.content)
            }
          />
          {hasContext(question) && <JsonDetails label="Context" value={question.context} />}
        </>
      )}
      {question !== undefined && form === undefined && (
        <JsonForm value={entry.value} isKnown={question !== null} tool={run.tool} isBusy={isBusy} fork={fork} />
      )}
      <div className="actions">
        <button type="button" onClick={close}>
          Close
        </button>
      </div>
    </section>
  )
}

const hasContext = ({ context = {} }: AskedQuestion): boolean => Object.keys(context).length > 0

/** Returns the question with the recorded answer filled in; `undefined` if one form cannot ask for the whole answer. */
function toForm(question: AskedQuestion, entry: ForkFormProps['entry'], id: string) {
  const { kind, key, message = `The value of the signal "${key}"`, context = {}, schema, origin, quorum = 1 } = question
  const isForm = kind === 'elicit' ? quorum === 1 : kind === 'signal'
  if (!isForm || schema === undefined) return undefined
  const content = kind === 'elicit' ? (entry.value as { content?: Json }).content : entry.value
  const shown = { id, toolName: '', key, message, context, schema: withDefaults(schema, content), origin }
  return toFormQuestion({ ...shown, attempt: 1, openedAt: entry.time })
}

/** Fills the form with an answer. */
function withDefaults(schema: JsonSchema, content: Json | undefined): JsonSchema {
  const { properties } = schema as { properties?: Record<string, object> }
  if (properties === undefined || typeof content !== 'object' || content === null || Array.isArray(content))
    return schema
  const filled = Object.entries(properties).map(([key, property]) => {
    const isKnown = Object.hasOwn(content, key)
    return [key, isKnown ? { ...property, default: content[key] } : property]
  })
  return { ...schema, properties: Object.fromEntries(filled) }
}

interface JsonFormProps {
  value: Json | undefined
  /** Whether the control room has the tool of the run. */
  isKnown: boolean
  tool: string
  isBusy: boolean
  fork(answer: unknown): void
}

function JsonForm({ value, isKnown, tool, isBusy, fork }: JsonFormProps): ReactNode {
  const [text, setText] = useState(() => JSON.stringify(value, null, 2))
  const [problem, setProblem] = useState<string>()
  const submit = () => {
    try {
      fork(JSON.parse(text))
    } catch (error) {
      setProblem(`This is not JSON: ${(error as Error).message}`)
    }
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <label>
        Another answer, as JSON
        <textarea
          rows={6}
          value={text}
          onInput={(event) => {
            setText(event.currentTarget.value)
            setProblem(undefined)
          }}
        />
      </label>
      {!isKnown && (
        <p className="quiet">
          This control room does not have the tool {tool}, so it cannot show the form of the question. Start it with the
          module of the tool to see the form: <code>sweatpants control ./tools.ts</code>
        </p>
      )}
      <Problem text={problem} />
      <div className="actions">
        <button type="submit" className="primary" disabled={isBusy}>
          Start a new run
        </button>
      </div>
    </form>
  )
}

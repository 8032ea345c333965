import { createDemoModel } from '@sweatpants/demo-model'
import {
  callTool,
  type ElicitAnswer,
  type ElicitEffect,
  type Recording,
  SweatpantsError,
  toError,
} from '@sweatpants/framework'
import { fromLanguageModel } from '@sweatpants/framework/models'
import { ElicitForm, type PendingElicitState } from '@sweatpants/framework/react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { EXAMPLE, EXAMPLE_PARAMS } from './example.ts'
import { loadTool } from './load-tool.ts'
import { createTabJournal, forgetRun, readRun, type SavedRun } from './saved-run.ts'

interface OpenQuestion {
  question: ElicitEffect
  answer(answer: ElicitAnswer): void
}

type Outcome =
  | { type: 'idle' }
  | { type: 'running' }
  | { type: 'done'; value: string }
  | { type: 'failed'; error: Error }

const model = fromLanguageModel(createDemoModel({ pace: 'instant' }), { id: 'demo' })

/** Edits a tool and runs it in this page. A reload continues the run from its journal. */
export function Playground(): ReactNode {
  const [saved] = useState(readRun)
  const [source, setSource] = useState(saved?.source ?? EXAMPLE)
  const [params, setParams] = useState(saved?.params ?? EXAMPLE_PARAMS)
  const [outcome, setOutcome] = useState<Outcome>({ type: 'idle' })
  const [open, setOpen] = useState<OpenQuestion>()
  const [lines, setLines] = useState<readonly string[]>([])
  const [recording, setRecording] = useState<Recording>()
  const cancel = useRef<AbortController>(null)

  const run = async (begun: SavedRun) => {
    cancel.current?.abort()
    cancel.current = new AbortController()
    const { signal } = cancel.current
    setOutcome({ type: 'running' })
    setLines([])
    setRecording(begun.recording)
    const print = (line: string) => setLines((printed) => [...printed, line])
    try {
      const value = await callTool(loadTool(begun.source), JSON.parse(begun.params), {
        model,
        signal,
        onQuestion: (question, withdrawn) => ask(question, withdrawn, setOpen),
        onLog: (level, message) => print(`${level}: ${message}`),
        onProgress: print,
        runs: { journal: () => createTabJournal(begun, setRecording) },
        runId: 'playground',
      })
      setOutcome({ type: 'done', value: JSON.stringify(value, undefined, 2) })
    } catch (error) {
      if (signal.aborted) return
      setOutcome({ type: 'failed', error: toError(error) })
    } finally {
      if (!signal.aborted) forgetRun()
    }
  }
  // A run that was there when the page was loaded is continued, once.
  useEffect(() => {
    if (saved !== undefined) void run(saved)
    return () => cancel.current?.abort()
  }, [])

  return (
    <div className="playground">
      <Field label="Tool (TypeScript)" rows={18} value={source} onChange={setSource} />
      <Field label="Arguments (JSON)" rows={2} value={params} onChange={setParams} />
      <p className="playground-buttons">
        <button type="button" data-kind="primary" onClick={() => void run({ source, params })}>
          Run
        </button>
        {outcome.type === 'running' && (
          <button type="button" onClick={() => location.reload()}>
            Kill: reload the page
          </button>
        )}
      </p>
      <div aria-live="polite">
        {open !== undefined && <ElicitForm question={toPending(open.question)} onRespond={open.answer} />}
        {lines.length > 0 && <pre>{lines.join('\n')}</pre>}
        <Result outcome={outcome} />
      </div>
      {recording !== undefined && <JournalTable recording={recording} />}
    </div>
  )
}

function ask(
  question: ElicitEffect,
  signal: AbortSignal,
  setOpen: (open: OpenQuestion | undefined) => void,
): Promise<ElicitAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<ElicitAnswer>()
  signal.addEventListener('abort', () => reject(signal.reason))
  setOpen({ question, answer: resolve })
  return promise.finally(() => setOpen(undefined))
}

const toPending = ({ id, key, message, schema, context, attempt, refusal }: ElicitEffect): PendingElicitState => ({
  callId: '',
  toolName: '',
  elicitId: id,
  key,
  context,
  message,
  schema,
  status: 'pending',
  timestamp: 0,
  attempt,
  ...(refusal !== undefined && { refusal }),
})

interface FieldProps {
  label: string
  rows: number
  value: string
  onChange(value: string): void
}

function Field({ label, rows, value, onChange }: FieldProps): ReactNode {
  const id = useId()
  return (
    <p>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        rows={rows}
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </p>
  )
}

function Result({ outcome }: { outcome: Outcome }): ReactNode {
  if (outcome.type === 'done') return <pre data-outcome="done">{outcome.value}</pre>
  if (outcome.type !== 'failed') return null
  const { error } = outcome
  return (
    <p data-outcome="failed" role="alert">
      {error.message} {error instanceof SweatpantsError && <a href={`${error.docs}.html`}>About {error.name}</a>}
    </p>
  )
}

function JournalTable({ recording: { entries } }: { recording: Recording }): ReactNode {
  return (
    <section aria-label="Journal">
      <h2>Journal</h2>
      <ol>
        {entries.map((entry) => (
          <li key={`${entry.at} ${entry.type} ${entry.time}`}>
            <code>
              {'kind' in entry ? `${entry.kind} ${entry.key}` : entry.type}
              {'value' in entry && ` → ${JSON.stringify(entry.value)}`}
            </code>
          </li>
        ))}
      </ol>
    </section>
  )
}

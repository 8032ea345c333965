import { type ReactNode, useState } from 'react'
import type { ShownTool } from '../project.ts'
import type { Samples } from '../run-event.ts'
import { ArgumentsEditor } from './arguments-editor.tsx'
import { JsonDetails } from './json-view.tsx'
import { Problem } from './marks.tsx'
import { startRun } from './requests.ts'
import { useAction } from './use-action.ts'
import { goTo } from './use-place.ts'
import { useRun } from './use-run.ts'

interface ToolPanelProps {
  tool: ShownTool
  /** The run that is called again. */
  like: string | undefined
  model: string
}

/** A tool, with a form to run it. */
export function ToolPanel({ tool, like, model }: ToolPanelProps): ReactNode {
  return (
    <article>
      <h2>
        <span className="mono">{tool.name}</span>
      </h2>
      {tool.description !== undefined && <p>{tool.description}</p>}
      {tool.version !== undefined && <p className="quiet">Version {tool.version}</p>}
      {like === undefined ? (
        <CallForm tool={tool} model={model} initial={{}} initialSamples="model" />
      ) : (
        <CallAgain runId={like} tool={tool} model={model} />
      )}
      <section aria-label="Schemas">
        <JsonDetails label="Schema of the arguments" value={tool.inputSchema} />
        {tool.outputSchema !== undefined && <JsonDetails label="Schema of the result" value={tool.outputSchema} />}
        {Object.entries(tool.questions).map(([key, schema]) => (
          <JsonDetails key={key} label={`Schema of the answer to ${key}`} value={schema} />
        ))}
      </section>
    </article>
  )
}

/** The form with the arguments of a run. */
function CallAgain({ runId, tool, model }: { runId: string; tool: ShownTool; model: string }): ReactNode {
  const { run, problem } = useRun(runId, undefined)
  if (problem !== undefined) {
    return (
      <>
        <p role="alert">The arguments could not be loaded: {problem}</p>
        <CallForm tool={tool} model={model} initial={{}} initialSamples="model" />
      </>
    )
  }
  if (run === undefined) return <p role="status">Loading…</p>
  const initial = typeof run.params === 'object' && run.params !== null ? run.params : {}
  return <CallForm tool={tool} model={model} initial={initial} initialSamples={run.samples} />
}

interface CallFormProps {
  tool: ShownTool
  model: string
  initial: object
  initialSamples: Samples
}

function CallForm({ tool, model, initial, initialSamples }: CallFormProps): ReactNode {
  const [samples, setSamples] = useState(initialSamples)
  const { act, isBusy, problem } = useAction()
  const run = (params: unknown) =>
    act(async () => {
      const { runId } = await startRun(tool.name, params, samples)
      goTo({ type: 'run', runId })
    })
  return (
    <section aria-label="Run the tool">
      <ArgumentsEditor schema={tool.inputSchema} initial={initial} disabled={isBusy} onSubmit={run}>
        <label className="inline">
          Answer samples with
          <select
            value={samples}
            onChange={(event) => setSamples(event.currentTarget.value === 'hand' ? 'hand' : 'model')}
          >
            <option value="model">{model}</option>
            <option value="hand">your own replies</option>
          </select>
        </label>
        <button type="submit" className="primary">
          Run
        </button>
      </ArgumentsEditor>
      <Problem text={problem} />
    </section>
  )
}

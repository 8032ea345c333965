import { type ReactNode, useState } from 'react'
import type { Samples } from '../dev/run-event.ts'
import type { ShownTool } from '../dev/show-tool.ts'
import { ArgumentsEditor } from './arguments-editor.tsx'
import { JsonDetails } from './json-view.tsx'
import { startRun } from './requests.ts'
import { useAction } from './use-action.ts'
import { goTo } from './use-place.ts'

/** A tool: what it is, and a form that calls it. */
export function ToolPanel({ tool, model }: { tool: ShownTool; model: string }): ReactNode {
  const [samples, setSamples] = useState<Samples>('model')
  const { act, isBusy, problem } = useAction()
  const run = (params: unknown) =>
    act(async () => {
      const { runId } = await startRun(tool.name, params, samples)
      goTo({ type: 'run', runId })
    })
  return (
    <article>
      <h2>
        <span className="mono">{tool.name}</span>
      </h2>
      {tool.description !== undefined && <p>{tool.description}</p>}
      {tool.version !== undefined && <p className="quiet">Version {tool.version}</p>}
      <section aria-label="Call it">
        <ArgumentsEditor schema={tool.inputSchema} disabled={isBusy} onSubmit={run}>
          <label className="inline">
            Samples are answered by
            <select
              value={samples}
              onChange={(event) => setSamples(event.currentTarget.value === 'hand' ? 'hand' : 'model')}
            >
              <option value="model">{model}</option>
              <option value="hand">me, by hand</option>
            </select>
          </label>
          <button type="submit" className="primary">
            Run
          </button>
        </ArgumentsEditor>
        <p role="alert" className="problem">
          {problem}
        </p>
      </section>
      <section aria-label="Schemas">
        <JsonDetails label="Schema of its arguments" value={tool.inputSchema} />
        {tool.outputSchema !== undefined && <JsonDetails label="Schema of its result" value={tool.outputSchema} />}
        {Object.entries(tool.questions).map(([key, schema]) => (
          <JsonDetails key={key} label={`Schema of the answer to ${key}`} value={schema} />
        ))}
      </section>
    </article>
  )
}

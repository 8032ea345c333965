import { type ReactNode, useState } from 'react'
import type { ShownTool } from '../project.ts'
import type { Samples } from '../run-event.ts'
import { ArgumentsEditor } from './arguments-editor.tsx'
import { JsonDetails } from './json-view.tsx'
import { startRun } from './requests.ts'
import { useAction } from './use-action.ts'
import { goTo } from './use-place.ts'

/** A tool, with a form to run it. */
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
      <section aria-label="Run the tool">
        <ArgumentsEditor schema={tool.inputSchema} disabled={isBusy} onSubmit={run}>
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
        <p role="alert" className="problem">
          {problem}
        </p>
      </section>
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

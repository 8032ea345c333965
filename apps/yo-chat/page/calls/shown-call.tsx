import type { ToolCallState } from '@sweatpants/framework/chat'
import { useCallback, useState } from 'react'
import { Later, later } from '../controls/later.tsx'
import { CallResult } from './call-result.tsx'
import { texts } from './texts.ts'

// Most conversations show no app.
const AppView = later(() => import('./app-view.tsx'), 'AppView')

/** A call as the app of its server shows it, or else its result. */
export function ShownCall({ call }: { call: ToolCallState }) {
  const [problem, setProblem] = useState<string>()
  const fail = useCallback((reason: string) => setProblem(reason), [])
  if (call.view === undefined || call.status === 'approval') return <CallResult call={call} />
  if (problem !== undefined) {
    return (
      <>
        <p className="hint">{problem}</p>
        <CallResult call={call} />
      </>
    )
  }
  return (
    <Later fallback={<p className="hint">{texts.loadingApp}</p>}>
      <AppView call={call} onFail={fail} />
      {call.status === 'failed' && <CallResult call={call} />}
    </Later>
  )
}

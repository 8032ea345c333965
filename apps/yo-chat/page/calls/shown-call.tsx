import type { ToolCallState } from '@sweatpants/framework/chat'
import { lazy, Suspense, useCallback, useState } from 'react'
import { CallResult } from './call-result.tsx'
import { texts } from './texts.ts'

// Most conversations show no app.
const AppView = lazy(() => import('./app-view.tsx'))

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
    <Suspense fallback={<p className="hint">{texts.loadingApp}</p>}>
      <AppView call={call} onFail={fail} />
      {call.status === 'failed' && <CallResult call={call} />}
    </Suspense>
  )
}

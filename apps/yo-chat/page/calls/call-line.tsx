import type { ToolCallState } from '@sweatpants/framework/chat'
import type { ReactNode } from 'react'
import { CallDetails } from './call-details.tsx'
import { CallResult } from './call-result.tsx'
import { CallStatus } from './call-status.tsx'
import { toGist } from './to-gist.ts'

interface CallLineProps {
  call: ToolCallState
  title: ReactNode
}

/** A call that is over, in one line. It opens to all of it. */
export function CallLine({ call, title }: CallLineProps) {
  const { status, result, error } = call
  const gist = status === 'failed' ? (error?.message ?? '') : result === undefined ? '' : toGist(result)
  return (
    <details className="card-line">
      <summary>
        <CallStatus call={call} />
        <h3 className="card-title">{title}</h3>
        <span className="card-gist" data-whole={status === 'failed' || undefined}>
          {gist}
        </span>
      </summary>
      {status !== 'failed' && <CallResult call={call} />}
      <CallDetails call={call} />
    </details>
  )
}

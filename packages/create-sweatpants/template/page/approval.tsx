import type { PendingApprovalState } from '@sweatpants/framework/chat'
import type { UseChatSessionReturn } from '@sweatpants/framework/react'
import { Result } from './result.tsx'

interface ApprovalProps {
  session: Pick<UseChatSessionReturn, 'approve' | 'deny'>
  approval: PendingApprovalState
}

/** Asks whether a call may run, and again if what it would do has changed. */
export function Approval({ session, approval }: ApprovalProps) {
  const { callId, toolName, arguments: args, preview, attempt = 1 } = approval
  return (
    <section className="approval" aria-label={`Approval of ${toolName}`}>
      {attempt > 1 && <p role="alert">This has changed. Please look at it again.</p>}
      {preview !== undefined && <p className="preview">{preview}</p>}
      <Result value={args} />
      <div className="buttons">
        <button type="button" data-kind="primary" onClick={() => session.approve(callId)}>
          Allow
        </button>
        <button type="button" onClick={() => session.deny(callId)}>
          Deny
        </button>
      </div>
    </section>
  )
}

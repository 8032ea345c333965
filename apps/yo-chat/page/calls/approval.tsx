import type { Json } from '@sweatpants/framework'
import type { PendingApprovalState } from '@sweatpants/framework/chat'
import { type FormEvent, useState } from 'react'
import { useClient } from '../frame/chat.ts'
import { ArgumentsEditor } from './arguments-editor.tsx'
import { DenyForm } from './deny-form.tsx'
import { approvalId } from './element-ids.ts'

/** A call that runs only with consent, and with what the person makes of its arguments. */
export function Approval({ approval }: { approval: PendingApprovalState }) {
  const client = useClient()
  const { callId, toolName, arguments: given } = approval
  /** None while what is written cannot be read. */
  const [args, setArgs] = useState<Json | undefined>(given)
  const [isDenying, setDenying] = useState(false)
  const [isSent, setSent] = useState(false)
  const [problem, setProblem] = useState<string>()
  const respond = async (command: Promise<unknown>) => {
    setSent(true)
    setProblem(undefined)
    try {
      await command
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
      setSent(false)
    }
  }
  const change = (edited: Json | undefined) => {
    setArgs(edited)
    setProblem(undefined)
  }
  const approve = (event: FormEvent) => {
    event.preventDefault()
    const isEdited = JSON.stringify(args) !== JSON.stringify(given)
    void respond(client.approve(callId, isEdited ? args : undefined))
  }
  return (
    <section id={approvalId(callId)} className="question" tabIndex={-1} aria-label={`Approval of ${toolName}`}>
      <form className="approval" onSubmit={approve}>
        <p>It runs only if you allow it. You can change what it is given.</p>
        <ArgumentsEditor value={given} disabled={isSent} onChange={change} />
        <p className="problem" role="alert">
          {problem ?? (args === undefined ? 'This is not JSON.' : undefined)}
        </p>
        {!isDenying && (
          <div className="buttons">
            <button type="submit" className="button" data-kind="primary" disabled={isSent || args === undefined}>
              Allow
            </button>
            <button type="button" className="button" disabled={isSent} onClick={() => setDenying(true)}>
              Deny…
            </button>
          </div>
        )}
      </form>
      {isDenying && (
        <DenyForm
          disabled={isSent}
          onDeny={(reason) => void respond(client.deny(callId, reason))}
          onBack={() => setDenying(false)}
        />
      )}
    </section>
  )
}

import type { Json } from '@sweatpants/framework'
import type { PendingApprovalState } from '@sweatpants/framework/chat'
import { SchemaForm } from '@sweatpants/framework/react'
import { type KeyboardEvent, useState } from 'react'
import { useHostedTool } from '../frame/app-info.ts'
import { useChat, useClient } from '../frame/chat.ts'
import { chooseTool } from '../servers/server-requests.ts'
import { DenyForm } from './deny-form.tsx'
import { approvalId } from './element-ids.ts'
import { isSameJson } from './is-same-json.ts'
import { Sent } from './sent.tsx'
import { texts } from './texts.ts'
import { titleOfCall } from './title-of-call.ts'

interface ApprovalProps {
  approval: PendingApprovalState
  /** The server of a hosted tool. */
  origin: string | undefined
  /** Whether the app of a call makes the call, and may be allowed to repeat it. */
  isOfView?: boolean
}

/** Asks whether a call may run, and again if what it would do has changed. The person can edit its arguments. */
export function Approval(props: ApprovalProps) {
  return <AskedApproval key={props.approval.attempt} {...props} />
}

function AskedApproval({ approval, origin, isOfView = false }: ApprovalProps) {
  const client = useClient()
  const { callId, toolName, arguments: given, preview, destructive = false, attempt = 1 } = approval
  const schema = useChat(({ capabilities }) => capabilities.tools.find(({ name }) => name === toolName)?.inputSchema)
  const [args, setArgs] = useState<unknown>(given)
  const [asJson, setAsJson] = useState(false)
  const [isAlways, setAlways] = useState(false)
  const [isDenying, setDenying] = useState(false)
  const [isSent, setSent] = useState(false)
  const [problem, setProblem] = useState<string>()
  const isEdited = !isSameJson(args, given)
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
  // The value of a form is JSON.
  const approve = (edited: unknown) =>
    void respond(
      client.command({
        type: 'approve',
        callId,
        attempt,
        ...(!isSameJson(edited, given) && { arguments: edited as Json }),
        ...(isAlways && { always: true }),
      }),
    )
  const hosted = useHostedTool(toolName)
  const onAlways =
    hosted?.canAllow &&
    (() =>
      void respond(
        chooseTool(hosted.serverId, hosted.id, { isAllowed: true }).then(() =>
          client.approve(callId, isEdited ? (args as Json) : undefined),
        ),
      ))
  // Only its button lets a destructive tool run.
  const onKeyDown = (event: KeyboardEvent) => {
    if (!destructive || event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    if (event.target.closest('.deny') === null) event.preventDefault()
  }
  const deny = (
    <button type="button" className="button" onClick={() => setDenying(true)}>
      {texts.openDeny}
    </button>
  )
  return (
    <section
      id={approvalId(callId)}
      className="question"
      tabIndex={-1}
      aria-label={texts.approval(toolName)}
      onKeyDown={onKeyDown}
    >
      {preview !== undefined && (
        <div className="preview" data-destructive={destructive || undefined}>
          {attempt > 1 && <p className="hint">{texts.changed}</p>}
          <p className="preview-text">{preview}</p>
          {isEdited && <p className="hint">{texts.edited}</p>}
        </div>
      )}
      <SchemaForm
        schema={schema}
        isForeign={origin !== undefined}
        initial={args}
        message={messageFor(given, toolName, origin)}
        json={asJson || schema === undefined ? texts.asJson : undefined}
        disabled={isSent}
        onSubmit={approve}
        onChange={(edited) => edited !== undefined && setArgs(edited)}
      >
        {schema !== undefined && (
          <button type="button" className="text-button" onClick={() => setAsJson(!asJson)}>
            {asJson ? texts.editAsFields : texts.editAsJson}
          </button>
        )}
        {isOfView && !destructive && (
          <label className="always">
            <input type="checkbox" checked={isAlways} onChange={(event) => setAlways(event.target.checked)} />
            {texts.letAppRepeat}
          </label>
        )}
        <p className="problem" role="alert">
          {problem}
        </p>
        {!isDenying && (
          <div className="buttons">
            {destructive && deny}
            <button type="submit" className="button" data-kind={destructive ? 'destructive' : 'primary'}>
              {preview !== undefined && isEdited ? texts.preview : texts.allow}
            </button>
            {onAlways && !isOfView && (
              <button type="button" className="button" onClick={onAlways}>
                {texts.alwaysAllow}
              </button>
            )}
            {!destructive && deny}
          </div>
        )}
      </SchemaForm>
      {isDenying && (
        <DenyForm
          disabled={isSent}
          onDeny={(reason) => void respond(client.deny(callId, reason))}
          onBack={() => setDenying(false)}
        />
      )}
      {isSent && <Sent />}
    </section>
  )
}

/** Has no words of another server. */
function messageFor(given: Json, toolName: string, origin: string | undefined): string {
  const question = origin === undefined ? texts.allowTool(titleOfCall({ toolName })) : texts.allowToolOf(origin)
  return `${question} ${isSameJson(given, {}) ? texts.noInput : texts.canEdit}`
}

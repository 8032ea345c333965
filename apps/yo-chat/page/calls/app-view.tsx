import type { HostedView } from '@sweatpants/framework'
import type { PendingElicit, ToolCallState } from '@sweatpants/framework/chat'
import { AppFrame } from '@sweatpants/framework/react'
import { useEffect, useMemo, useState } from 'react'
import { useApp } from '../frame/app-info.ts'
import { useChat, useClient } from '../frame/chat.ts'
import { usePerform } from '../frame/notices.tsx'
import { useShownTheme } from '../frame/use-shown-theme.ts'
import { texts } from './texts.ts'
import { callForView, createNotes, toViewResult } from './view-commands.ts'
import { ViewRequest, type ViewWish } from './view-request.tsx'
import { readViewVariables } from './view-variables.ts'

interface AppViewProps {
  call: ToolCallState
  /** The question that the view shows, in place of the call. */
  question?: PendingElicit
  /** The view cannot be shown. */
  onFail: (problem: string) => void
}

const MAX_MESSAGE = 4_000

/** The view of another server that shows a call, or a question of it. */
export function AppView({ call, question, onFail }: AppViewProps) {
  const client = useClient()
  const perform = usePerform()
  const sessionId = useChat((snapshot) => snapshot.sessionId)
  const { info } = useApp()
  const [sandbox, setSandbox] = useState(info?.sandbox)
  const theme = useShownTheme()
  const variables = useMemo(readViewVariables, [])
  const [view, setView] = useState<HostedView>()
  const [request, setRequest] = useState<{ wish: ViewWish; decide: (agreed: boolean) => void }>()
  const { callId, toolName, origin = '', status } = call
  const elicitId = question?.elicitId
  const onNote = useMemo(() => createNotes(client, callId), [client, callId])
  const result = useMemo(() => toViewResult(call), [call])

  useEffect(() => {
    const leaving = new AbortController()
    if (sessionId === undefined) return
    readView(sessionId, callId, elicitId, leaving.signal).then(setView, (error) => {
      if (!leaving.signal.aborted) onFail(error.message)
    })
    return () => leaving.abort()
  }, [sessionId, callId, elicitId, onFail])

  // The first one: when a server that was restarted names another one, an app that is shown must not begin again.
  if (sandbox === undefined && info !== undefined) setSandbox(info.sandbox)

  const ask = async (wish: ViewWish): Promise<boolean> => {
    if (request !== undefined) throw new Error(texts.otherRequestOpen)
    const { promise, resolve } = Promise.withResolvers<boolean>()
    setRequest({ wish, decide: resolve })
    const agreed = await promise
    setRequest(undefined)
    return agreed
  }

  if (view === undefined || sandbox === undefined) return <p className="hint">{texts.loadingApp}</p>
  return (
    <div className="app-view">
      <AppFrame
        sandbox={sandbox}
        view={view}
        title={texts.app(origin, toolName)}
        theme={theme}
        variables={variables}
        input={call.arguments}
        result={result}
        cancelled={status === 'cancelled' ? texts.callCancelled : undefined}
        question={question}
        onAnswer={async (answer) => {
          if (elicitId === undefined) return
          const isTaken = await perform(client.respondToElicit(callId, elicitId, answer))
          if (!isTaken) onFail(texts.answerRefused)
        }}
        onCallTool={(name, args) => callForView(client, callId, name, args)}
        onNote={onNote}
        onMessage={async (text) => {
          if (text.trim() === '' || text.length > MAX_MESSAGE) throw new Error(texts.messageLength(MAX_MESSAGE))
          const agreed = await ask({ type: 'message', text })
          return agreed && perform(client.send(text))
        }}
        onOpenLink={(url) => ask({ type: 'link', url })}
        onFail={onFail}
      />
      {request !== undefined && <ViewRequest wish={request.wish} origin={origin} onDecide={request.decide} />}
    </div>
  )
}

async function readView(
  sessionId: string,
  callId: string,
  elicitId: string | undefined,
  signal: AbortSignal,
): Promise<HostedView> {
  const query = elicitId === undefined ? '' : `?${new URLSearchParams({ elicitId })}`
  const answer = await fetch(`/api/chat/sessions/${sessionId}/calls/${callId}/view${query}`, { signal })
  if (!answer.ok) throw new Error(texts.noApp)
  // It comes from our own server, of the same build.
  return ((await answer.json()) as { view: HostedView }).view
}

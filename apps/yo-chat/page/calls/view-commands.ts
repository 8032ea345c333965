import { type Json, mintId } from '@sweatpants/framework'
import { type ChatClient, type ToolCallState, toViewCallId } from '@sweatpants/framework/chat'
import type { ViewResult } from '@sweatpants/framework/react'
import { texts } from './texts.ts'

/** Milliseconds for which the notes of a view are gathered: only the last one counts. */
const GATHER_MS = 500

/** Calls a tool for the view of a call, and resolves to its result. The person may be asked first. */
export async function callForView(
  client: ChatClient,
  callId: string,
  name: string,
  args: Record<string, Json>,
): Promise<ViewResult> {
  const commandId = mintId()
  await client.command({ type: 'view_call', callId, name, arguments: args, commandId })
  const call = await untilOver(client, toViewCallId(commandId))
  const result = toViewResult(call)
  if (result === undefined) throw new Error(texts.callCancelled)
  return result
}

/** Returns the result of a call as its view receives it, if there is one. */
export function toViewResult({ status, result, content, meta, error }: ToolCallState): ViewResult | undefined {
  if (status === 'failed')
    return { content: [{ type: 'text', text: error?.message ?? texts.callFailed }], isError: true }
  if (status !== 'done') return undefined
  const isStructured = typeof result === 'object' && result !== null
  return {
    content: content ?? [],
    ...(isStructured && { structuredContent: result }),
    ...(meta !== undefined && { _meta: meta }),
  }
}

function untilOver(client: ChatClient, callId: string): Promise<ToolCallState> {
  return new Promise((resolve, reject) => {
    let isKnown = false
    const look = () => {
      const call = client.getSnapshot().state.toolCalls[callId]
      isKnown ||= call !== undefined
      const isOver = call?.status === 'done' || call?.status === 'failed' || call?.status === 'cancelled'
      if (!isOver && (call !== undefined || !isKnown)) return
      unsubscribe()
      if (call === undefined) reject(new Error(texts.callGone))
      else resolve(call)
    }
    const unsubscribe = client.subscribe(look)
    look()
  })
}

/** Returns a function that sends the notes of a view, the last one of each moment. */
export function createNotes(client: ChatClient, callId: string): (text: string) => Promise<void> {
  let waiting: { text: string; sent: Promise<void> } | undefined
  return (text) => {
    if (waiting !== undefined) {
      waiting.text = text
      return waiting.sent
    }
    const note = { text, sent: Promise.resolve() }
    note.sent = new Promise<void>((resolve) => setTimeout(resolve, GATHER_MS)).then(async () => {
      waiting = undefined
      await client.command({ type: 'view_note', callId, text: note.text })
    })
    waiting = note
    return note.sent
  }
}

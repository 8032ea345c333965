import { mintId } from '@sweatpants/framework'
import type { ChatClient } from '@sweatpants/framework/chat'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useChat, useClient } from '../frame/chat.ts'
import type { AttachedFile } from './attached-file.ts'
import { readDraftFiles, restoreDraftFiles, writeDraftFiles } from './draft-files.ts'
import { readText, useKeptText, writeText } from './kept-texts.ts'
import { forgetUnsent, forgetUnsentOf, keepUnsent, loadUnsentFiles, moveUnsent, takeUnsent } from './unsent.ts'

/** A conversation that does not exist yet has no id. */
const readDraft = (sessionId: string | undefined): string => readText(sessionId ?? '')

const writeDraft = (sessionId: string | undefined, text: string): void => writeText(sessionId ?? '', text)

function emptyDraft(sessionId: string | undefined): void {
  writeDraft(sessionId, '')
  void writeDraftFiles(sessionId, [])
}

/** Removes what was typed in a conversation and not accepted, with its files. */
export function clearDraft(sessionId: string): void {
  emptyDraft(sessionId)
  forgetUnsentOf(sessionId)
}

/** Puts messages that were not accepted into the draft of their conversation, before what was typed since. */
async function putBack(
  sessionId: string | undefined,
  texts: readonly string[],
  files: readonly AttachedFile[],
): Promise<void> {
  // A reload in between restores both again: each file is there once, and the text is written last.
  if (files.length > 0) await restoreDraftFiles(sessionId, files)
  writeDraft(sessionId, [...texts, readDraft(sessionId)].filter((text) => text !== '').join('\n\n'))
}

/** Puts back the messages that were not accepted before a reload. */
async function restoreUnsent(client: ChatClient, sessionId: string | undefined): Promise<void> {
  const unsent = takeUnsent(sessionId)
  if (unsent.length === 0) return
  const { messages } = client.getSnapshot().state
  const lost = unsent.filter((one) => !messages.some(({ commandId }) => commandId === one.commandId))
  const files = await loadUnsentFiles(lost.map(({ commandId }) => commandId))
  const texts = lost.map(({ text }) => text)
  await putBack(sessionId, texts, files)
  forgetUnsent(unsent.map(({ commandId }) => commandId))
}

/** A draft that is being sent. */
interface TakenDraft {
  commandId: string
  /** The server has accepted it, so that a reload does not restore it. */
  accept: () => void
  /** Returns it to its conversation. Never rejects. */
  giveBack: () => Promise<void>
}

interface Draft {
  text: string
  setText: (text: string) => void
  /** Empties the draft. A reload restores it, unless it is accepted. */
  take: (files: readonly AttachedFile[]) => TakenDraft
}

/** The draft of the open conversation. It survives a reload. */
export function useDraft(): Draft {
  const client = useClient()
  const sessionId = useChat((snapshot) => snapshot.sessionId)
  const [text, setText] = useKeptText(sessionId ?? '')
  const before = useRef(sessionId)
  useLayoutEffect(() => {
    // The first message has created the conversation: what was typed since belongs to it.
    const isCreated = before.current === undefined && client.getSnapshot().sending.length > 0
    before.current = sessionId
    if (sessionId === undefined || !isCreated) return
    writeDraft(sessionId, readDraft(undefined))
    void writeDraftFiles(sessionId, readDraftFiles(undefined))
    emptyDraft(undefined)
    const { sending } = client.getSnapshot()
    moveUnsent(
      sending.map(({ commandId }) => commandId),
      sessionId,
    )
  }, [client, sessionId])
  const isLoaded = useChat((snapshot) => snapshot.sessionId === undefined || snapshot.state.lsn > 0)
  useEffect(() => {
    if (isLoaded) void restoreUnsent(client, sessionId)
  }, [client, sessionId, isLoaded])
  return {
    text,
    setText,
    take: (files) => {
      const commandId = mintId()
      const accept = () => forgetUnsent([commandId])
      keepUnsent({ commandId, sessionId, text }, files)
      emptyDraft(sessionId)
      const giveBack = async () => {
        // A refused first message has created the conversation nevertheless.
        await putBack(sessionId ?? client.getSnapshot().sessionId, [text], files)
        accept()
      }
      return { commandId, accept, giveBack }
    },
  }
}

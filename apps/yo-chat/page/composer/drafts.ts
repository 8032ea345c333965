import { mintId } from '@sweatpants/framework'
import type { ChatClient } from '@sweatpants/framework/chat'
import { useCallback, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { useChat, useClient } from '../frame/chat.ts'
import type { AttachedFile } from './attached-file.ts'
import { readDraftFiles, restoreDraftFiles, writeDraftFiles } from './draft-files.ts'
import { forgetUnsent, forgetUnsentOf, keepUnsent, loadUnsentFiles, moveUnsent, takeUnsent } from './unsent.ts'

const listeners = new Set<() => void>()

/** What was typed in this tab, also where the browser stores nothing. */
const typed = new Map<string, string>()

const keyOf = (sessionId: string | undefined): string => `draft:${sessionId ?? ''}`

const readDraft = (sessionId: string | undefined): string =>
  typed.get(keyOf(sessionId)) ?? localStorage.getItem(keyOf(sessionId)) ?? ''

/** Stores the text that was typed in a conversation and not sent. An empty text removes it. */
function writeDraft(sessionId: string | undefined, text: string): void {
  const key = keyOf(sessionId)
  typed.set(key, text)
  try {
    if (text === '') localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch (error) {
    // A full storage is no reason to stop typing: the tab still has the text.
    console.warn('the draft will not survive a reload', error)
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function emptyDraft(sessionId: string | undefined): void {
  writeDraft(sessionId, '')
  void writeDraftFiles(sessionId, [])
}

/** Removes what was typed in a conversation and not accepted, with its files. */
export function clearDraft(sessionId: string): void {
  emptyDraft(sessionId)
  forgetUnsentOf(sessionId)
}

/** Puts the messages that were not accepted before a reload into the draft of their conversation, before what was typed since. */
async function restoreUnsent(client: ChatClient, sessionId: string | undefined): Promise<void> {
  const unsent = takeUnsent(sessionId)
  if (unsent.length === 0) return
  const { messages } = client.getSnapshot().state
  const lost = unsent.filter((one) => !messages.some(({ commandId }) => commandId === one.commandId))
  const files = await loadUnsentFiles(lost.map(({ commandId }) => commandId))
  // A reload in between restores both again: each file is there once, and the text is written last.
  if (files.length > 0) await restoreDraftFiles(sessionId, files)
  const texts = [...lost.map(({ text }) => text), readDraft(sessionId)]
  writeDraft(sessionId, texts.filter((text) => text !== '').join('\n\n'))
  forgetUnsent(unsent.map(({ commandId }) => commandId))
}

/** A draft that is being sent. */
interface TakenDraft {
  commandId: string
  /** The server has accepted it, so that a reload does not restore it. */
  accept: () => void
  /** Returns it to its conversation, unless something else was typed or attached there. */
  giveBack: () => void
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
  const text = useSyncExternalStore(subscribe, () => readDraft(sessionId))
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
    setText: useCallback((next) => writeDraft(sessionId, next), [sessionId]),
    take: (files) => {
      const commandId = mintId()
      const accept = () => forgetUnsent([commandId])
      keepUnsent({ commandId, sessionId, text }, files)
      emptyDraft(sessionId)
      const giveBack = () => {
        accept()
        // A refused first message has created the conversation nevertheless.
        const id = sessionId ?? client.getSnapshot().sessionId
        if (readDraft(id) !== '' || readDraftFiles(id).length > 0) return
        writeDraft(id, text)
        void writeDraftFiles(id, files)
      }
      return { commandId, accept, giveBack }
    },
  }
}

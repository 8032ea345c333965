import { useCallback, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { useChat, useClient } from '../frame/chat.ts'
import type { AttachedFile } from './attached-file.ts'
import { readDraftFiles, writeDraftFiles } from './draft-files.ts'

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

/** Removes what was typed in a conversation and not sent, with its files. */
export function clearDraft(sessionId: string | undefined): void {
  writeDraft(sessionId, '')
  void writeDraftFiles(sessionId, [])
}

interface Draft {
  text: string
  setText: (text: string) => void
  clear: () => void
  /** Returns what was not accepted to its conversation, unless something else was typed or attached there. */
  giveBack: (text: string, files: readonly AttachedFile[]) => void
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
    clearDraft(undefined)
  }, [client, sessionId])
  return {
    text,
    setText: useCallback((next) => writeDraft(sessionId, next), [sessionId]),
    clear: () => clearDraft(sessionId),
    giveBack: (back, files) => {
      // A refused first message has created the conversation nevertheless.
      const id = sessionId ?? client.getSnapshot().sessionId
      if (readDraft(id) !== '' || readDraftFiles(id).length > 0) return
      writeDraft(id, back)
      void writeDraftFiles(id, files)
    },
  }
}

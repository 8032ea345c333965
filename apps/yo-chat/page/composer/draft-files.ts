import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { Changes } from '../frame/changes.ts'
import { useChat } from '../frame/chat.ts'
import { type AttachedFile, readAttachedFile } from './attached-file.ts'
import { loadFiles, saveFiles } from './kept-files.ts'

const NONE: readonly AttachedFile[] = []

const changes = new Changes()

/** The files of each draft, as far as they are loaded. */
const attached = new Map<string, readonly AttachedFile[]>()

const keyOf = (sessionId: string | undefined): string => sessionId ?? ''

export const readDraftFiles = (sessionId: string | undefined): readonly AttachedFile[] =>
  attached.get(keyOf(sessionId)) ?? NONE

/** Resolves to whether the files survive a reload. The tab has them at once. */
export async function writeDraftFiles(sessionId: string | undefined, files: readonly AttachedFile[]): Promise<boolean> {
  show(sessionId, files)
  try {
    await saveFiles(keyOf(sessionId), files)
    return true
  } catch (error) {
    console.warn('the files of the draft will not survive a reload', error)
    return files.length === 0
  }
}

/** Puts files before those of a draft, once each. */
export async function restoreDraftFiles(sessionId: string | undefined, files: readonly AttachedFile[]): Promise<void> {
  // Without a database nothing was kept.
  const kept = await loadFiles(keyOf(sessionId)).catch(() => NONE)
  const own = attached.get(keyOf(sessionId)) ?? kept
  await writeDraftFiles(sessionId, [...files, ...own.filter(({ id }) => files.every((file) => file.id !== id))])
}

function show(sessionId: string | undefined, files: readonly AttachedFile[]): void {
  attached.set(keyOf(sessionId), files)
  changes.tell()
}

interface DraftFiles {
  files: readonly AttachedFile[]
  add: (chosen: readonly File[]) => Promise<void>
  remove: (id: string) => void
}

/** The files of the open conversation's draft. They survive a reload; `onLost` is called if they will not. */
export function useDraftFiles(onLost: () => void): DraftFiles {
  const sessionId = useChat((snapshot) => snapshot.sessionId)
  const files = useSyncExternalStore(changes.subscribe, () => readDraftFiles(sessionId))
  useEffect(() => {
    if (attached.has(keyOf(sessionId))) return
    loadFiles(keyOf(sessionId)).then(
      (kept) => kept.length > 0 && !attached.has(keyOf(sessionId)) && show(sessionId, kept),
      // Without a database nothing was kept.
      () => {},
    )
  }, [sessionId])
  const write = useCallback(
    async (next: readonly AttachedFile[]) => {
      if (!(await writeDraftFiles(sessionId, next))) onLost()
    },
    [sessionId, onLost],
  )
  return {
    files,
    add: async (chosen) => {
      const read = await Promise.all(chosen.map(readAttachedFile))
      await write([...readDraftFiles(sessionId), ...read])
    },
    remove: (id) => void write(readDraftFiles(sessionId).filter((file) => file.id !== id)),
  }
}

import type { AttachedFile } from './attached-file.ts'
import { loadFiles, saveFiles } from './kept-files.ts'

/** A message that was sent and that the server has not accepted yet. */
interface Unsent {
  commandId: string
  /** Absent while the message has no conversation yet. */
  sessionId?: string | undefined
  text: string
}

const KEY = 'unsent'

/** The commands that this page has seen. Others in the storage are from before a reload. */
const seen = new Set<string>()

const fileKeyOf = (commandId: string): string => `unsent:${commandId}`

/** The storage is that of the tab: another tab must not offer a message that this one is still sending. Only this module writes there. */
const readAll = (): readonly Unsent[] => JSON.parse(sessionStorage.getItem(KEY) ?? '[]')

function writeAll(all: readonly Unsent[]): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(all))
  } catch (error) {
    console.warn('a message that is being sent will not survive a reload', error)
  }
}

/** Keeps a message across a reload until `forgetUnsent` is called. */
export function keepUnsent(unsent: Unsent, files: readonly AttachedFile[]): void {
  seen.add(unsent.commandId)
  writeAll([...readAll(), unsent])
  if (files.length > 0) void saveFiles(fileKeyOf(unsent.commandId), files).catch(warn)
}

export function forgetUnsent(commandIds: readonly string[]): void {
  if (commandIds.length === 0) return
  writeAll(readAll().filter(({ commandId }) => !commandIds.includes(commandId)))
  for (const commandId of commandIds) void saveFiles(fileKeyOf(commandId), []).catch(warn)
}

/** Forgets the messages of a conversation that is deleted. */
export function forgetUnsentOf(sessionId: string): void {
  forgetUnsent(readAll().flatMap((unsent) => (unsent.sessionId === sessionId ? unsent.commandId : [])))
}

/** The first of these messages has created the conversation. */
export function moveUnsent(commandIds: readonly string[], sessionId: string): void {
  writeAll(readAll().map((unsent) => (commandIds.includes(unsent.commandId) ? { ...unsent, sessionId } : unsent)))
}

/** Returns the messages of a conversation that were not accepted before the page was reloaded, each one once. */
export function takeUnsent(sessionId: string | undefined): readonly Unsent[] {
  const left = readAll().filter((unsent) => unsent.sessionId === sessionId && !seen.has(unsent.commandId))
  for (const { commandId } of left) seen.add(commandId)
  return left
}

export async function loadUnsentFiles(commandIds: readonly string[]): Promise<readonly AttachedFile[]> {
  try {
    return (await Promise.all(commandIds.map((commandId) => loadFiles(fileKeyOf(commandId))))).flat()
  } catch {
    // Without a database no files were kept.
    return []
  }
}

const warn = (error: unknown): void => console.warn('the files of a message are not kept', error)

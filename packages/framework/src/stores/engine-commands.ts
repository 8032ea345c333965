import type { StreamRef } from '../log/log.ts'
import { commandOf } from './engine-entry.ts'
import type { EngineStreams } from './engine-streams.ts'

/**
 * Marks a command before it is appended after the record `seq` of a stream that began with `first`. Returns its place if it is in the
 * stream already.
 */
export async function markCommand(
  streams: EngineStreams,
  ref: StreamRef,
  { commandId, first, seq }: { commandId: string; first: number; seq: number },
): Promise<number | undefined> {
  const marked = await streams.engine.append(commandOf(ref, first, commandId), `${seq}`, 0)
  return marked === undefined ? findMarked(streams, ref, commandId, first) : undefined
}

/** Returns the place where a command was appended. */
export async function findCommand(
  streams: EngineStreams,
  ref: StreamRef,
  commandId: string,
): Promise<number | undefined> {
  const entry = await streams.get(ref)
  return entry && findMarked(streams, ref, commandId, entry.first)
}

/** A command with a mark may not be in the stream: its node was killed, or its append was refused. */
async function findMarked(
  streams: EngineStreams,
  ref: StreamRef,
  commandId: string,
  first: number,
): Promise<number | undefined> {
  const mark = await streams.engine.last(commandOf(ref, first, commandId))
  if (mark === undefined) return undefined
  return (await streams.since(ref, Number(mark.data))).find((record) => record.commandId === commandId)?.head
}

import { parsePatch } from '../parse-patch.ts'
import { reduce } from '../reduce.ts'
import type { ChatState } from '../state.ts'

/** What a newer server tells of and this client does not know changes nothing, and is passed. Throws a `PatchError`. */
export function applyPatch(state: ChatState, lsn: number, event: unknown): ChatState {
  const patch = parsePatch(event)
  return patch === undefined ? { ...state, lsn } : reduce(state, patch, lsn)
}

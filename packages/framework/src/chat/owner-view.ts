/** What the owner of a chat may read of it: everything but what other people have answered, and what signals carry. */
import type { Log } from '../log/log.ts'
import type { Patch } from './patch.ts'
import type { ChatState } from './state.ts'

export const toOwnerLog = (log: Log<Patch>): Log<Patch> => ({
  ...log,
  read: async (...args) => (await log.read(...args)).map(({ lsn, event }) => ({ lsn, event: toOwnerPatch(event) })),
})

function toOwnerPatch(patch: Patch): Patch {
  if (patch.type === 'elicit_answer') {
    const { result, ...shown } = patch
    return shown
  }
  if (patch.type !== 'signal') return patch
  const { value, ...shown } = patch
  return shown
}

export function toOwnerState(state: ChatState): ChatState {
  const pendingWaits = Object.entries(state.pendingWaits).map(([elicitId, wait]) => {
    const answers = wait.answers.map(({ result, ...shown }) => shown)
    return [elicitId, { ...wait, answers }]
  })
  const signals = Object.entries(state.signals).map(([id, { value, ...shown }]) => [id, shown])
  return { ...state, pendingWaits: Object.fromEntries(pendingWaits), signals: Object.fromEntries(signals) }
}

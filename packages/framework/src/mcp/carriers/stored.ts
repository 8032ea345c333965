import type { Journal, Recording } from '../../tools/journal.ts'
import { andThen } from '../../tools/maybe-promise.ts'
import type { RunStore } from '../../tools/run-store.ts'
import { nodeCrypto } from '../node-crypto.ts'
import { digestBinding } from './binding.ts'
import type { Carrier } from './carrier.ts'
import { expired, notValid, usedAlready } from './refusal.ts'

const STORED = 'stored1'
const HANDLE_BYTES = 24
const STATE = new RegExp(`^${STORED}\\.([\\w-]{${(HANDLE_BYTES * 4) / 3}})\\.([1-9]\\d{0,14})$`)

export interface StoredCarrierOptions {
  store: RunStore
  /** How long a state is good for, in milliseconds. */
  ttl: number
  now?: () => number
}

export interface StoredCarrier extends Carrier {
  /** Whether the recording was read from a journal that this carrier unpacked. */
  holds(recording: Recording): boolean
}

/** Kept beside the journal. */
type Issued = {
  binding: string
  rounds: number
  /** The revision in the only state that is good. */
  revision: number
}

export const isStored = (state: string): boolean => state.startsWith(`${STORED}.`)

/**
 * The run stays in the store, and the state is a handle on one revision of its journal. Whoever goes on from there moves
 * the revision, so a state is used once; of two who go on at the same time, one gets a `JournalConflictError`.
 */
export function createStoredCarrier({ store, ttl, now = Date.now }: StoredCarrierOptions): StoredCarrier {
  const runs = new WeakMap<Recording, string>()

  const issue = async (handle: string, { binding, rounds, revision }: Issued): Promise<void> => {
    await store.put(toRunId(handle), { expiresAt: now() + ttl, data: { binding, rounds, revision } })
  }

  const follow = (handle: string, journal: Journal, checked: Recording): Journal => {
    let unread: Recording | undefined = checked
    return {
      read() {
        const recording = unread ?? journal.read()
        unread = undefined
        return andThen(recording, (read) => {
          if (read !== undefined) runs.set(read, handle)
          return read
        })
      },
      append(revision, write) {
        unread = undefined
        return journal.append(revision, write)
      },
    }
  }

  return {
    holds: (recording) => runs.has(recording),

    async pack(recording, binding, rounds) {
      const digest = digestBinding(binding)
      const known = runs.get(recording)
      if (known === undefined) {
        await store.collect(now())
        const handle = nodeCrypto().randomBytes(HANDLE_BYTES).toString('base64url')
        // The record first: a journal without one would never be collected.
        await issue(handle, { binding: digest, rounds, revision: 1 })
        await store.journal(toRunId(handle)).append(0, recording)
        return toState(handle, 1)
      }
      // Also when the round wrote nothing: the state it came with is used up.
      await store.journal(toRunId(known)).append(recording.revision, { entries: [], progress: recording.progress })
      const revision = recording.revision + 1
      await issue(known, { binding: digest, rounds, revision })
      return toState(known, revision)
    },

    async unpack(state, binding) {
      const [, handle, digits] = STATE.exec(state) ?? []
      if (handle === undefined) throw notValid()
      const record = await store.get(toRunId(handle))
      if (record === undefined) throw notValid()
      // Nobody else writes records under this id.
      const issued = record.data as Issued
      if (issued.binding !== digestBinding(binding)) throw notValid()
      if (now() >= record.expiresAt) throw expired()
      const revision = Number(digits)
      const journal = store.journal(toRunId(handle))
      const recording = await journal.read()
      if (revision !== issued.revision || revision !== recording?.revision) throw usedAlready()
      return { journal: follow(handle, journal, recording), rounds: issued.rounds }
    },
  }
}

const toState = (handle: string, revision: number): string => `${STORED}.${handle}.${revision}`

const toRunId = (handle: string): string => `state/${handle}`

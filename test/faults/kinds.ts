import { setTimeout as wait } from 'node:timers/promises'
import type { Cluster, Slot } from './cluster.ts'

/** What faults are caused in, beside a node: not every machine allows these. */
export interface Grounds {
  /** Restarts the database server. */
  restartDatabase?: () => Promise<void>
  /** Kills the primary of Postgres, promotes a standby, and makes a new standby of the killed one. */
  failOver?: () => Promise<void>
  /** Kills the server of NATS that leads the log, and starts it again after so many milliseconds. */
  killLeader?: (pause: number) => Promise<void>
  /** Stops the servers of NATS one after the other, as a rolling restart does. */
  restartServers?: () => Promise<void>
  /** Fills the disk of the SQLite file, and frees it. */
  fillDisk?: () => void
  freeDisk?: () => void
  /** Holds the write lock of the SQLite file, and releases it. */
  lockFile?: () => void
  unlockFile?: () => void
}

/** A fault as data: where it may happen and how it is caused. `length` and `size` are drawn between 0 and 1. */
export interface FaultKind {
  in: readonly Cluster['name'][]
  /** Nothing can move while it lasts: what was disturbed is timed from its end. */
  isTotal?: boolean
  needs?: keyof Grounds
  cause(slot: Slot, drawn: { length: number; size: number }, grounds: Grounds): Promise<unknown>
}

/** Milliseconds. Short, so that a node is replaced within seconds. */
export const LEASE_TTL = 1_500

const ALL = ['postgres', 'sqlite', 'nats'] as const
const SERVED = ['postgres', 'nats'] as const

/** Milliseconds from a little to far beyond the lease. */
const toPause = (length: number): number => LEASE_TTL * (0.4 + 1.6 * length)

/** Milliseconds that each chunk takes on a slow network. */
const SLOW = 150

/** Milliseconds that a clock is set wrong at least and at most. */
const STEP = { least: 2_000, most: 60_000 }

const restart =
  (signal: 'SIGKILL' | 'SIGTERM'): FaultKind['cause'] =>
  async (slot, { length }) => {
    await slot.end(signal)
    await wait(500 * length)
    await slot.start()
  }

/** The monotonic clock goes on. After a while the wall clock is right again. */
const stepClock =
  (direction: 1 | -1): FaultKind['cause'] =>
  async (slot, { length, size }) => {
    const by = direction * (STEP.least + size * (STEP.most - STEP.least))
    slot.process?.order({ type: 'shift_clock', by })
    await wait(toPause(length))
    slot.process?.order({ type: 'shift_clock', by: 0 })
  }

export const FAULTS = {
  'a node is killed': { in: ALL, cause: restart('SIGKILL') },
  'a node is told to stop': { in: ALL, cause: restart('SIGTERM') },
  'a node is suspended': {
    in: ALL,
    async cause(slot, { length }) {
      slot.process?.freeze()
      await wait(toPause(length))
      slot.process?.thaw()
    },
  },
  'the event loop of a node is blocked': {
    in: ALL,
    async cause(slot, { length }) {
      slot.process?.order({ type: 'block', for: toPause(length) })
      await wait(toPause(length))
    },
  },
  'the clock of a node is set forward': { in: ALL, cause: stepClock(1) },
  'the clock of a node is set back': { in: ALL, cause: stepClock(-1) },
  'connections of clients are cut': { in: ALL, cause: async ({ clients }) => clients.cut() },
  'the network of clients is slow': {
    in: ALL,
    async cause({ clients }, { length }) {
      clients.latency = SLOW
      await wait(toPause(length))
      clients.latency = 0
    },
  },
  'connections to the database are cut': { in: SERVED, cause: async ({ database }) => database?.cut() },
  'connections to the database are half-open': {
    in: SERVED,
    async cause({ database }, { length }) {
      database?.freeze()
      // Longer than a heartbeat waits: what was sent is delivered after its sender has given up.
      await wait(1_000 + toPause(length))
      database?.thaw()
    },
  },
  'the database cannot be reached': {
    in: SERVED,
    async cause({ database }, { length }) {
      database?.freeze({ andNew: true })
      await wait(toPause(length))
      database?.thaw()
    },
  },
  'acknowledgements of the database are lost': {
    in: SERVED,
    async cause({ database }, { length }) {
      database?.mute()
      await wait(10 + 90 * length)
      database?.cut()
    },
  },
  'Postgres restarts': {
    in: ['postgres'],
    needs: 'restartDatabase',
    cause: async (_slot, _drawn, { restartDatabase }) => restartDatabase?.(),
  },
  'the primary of Postgres is killed': {
    in: ['postgres'],
    isTotal: true,
    needs: 'failOver',
    cause: async (_slot, _drawn, { failOver }) => failOver?.(),
  },
  'the leader of NATS is killed': {
    in: ['nats'],
    isTotal: true,
    needs: 'killLeader',
    cause: async (_slot, { length }, { killLeader }) => killLeader?.(toPause(length)),
  },
  'the servers of NATS are restarted one by one': {
    in: ['nats'],
    isTotal: true,
    needs: 'restartServers',
    cause: async (_slot, _drawn, { restartServers }) => restartServers?.(),
  },
  'the disk is full': {
    in: ['sqlite'],
    isTotal: true,
    needs: 'fillDisk',
    async cause(_slot, { length }, { fillDisk, freeDisk }) {
      fillDisk?.()
      await wait(toPause(length))
      freeDisk?.()
    },
  },
  'another process holds the write lock': {
    in: ['sqlite'],
    isTotal: true,
    needs: 'lockFile',
    async cause(_slot, { length }, { lockFile, unlockFile }) {
      lockFile?.()
      await wait(toPause(length))
      unlockFile?.()
    },
  },
} satisfies Record<string, FaultKind>

export type Fault = keyof typeof FAULTS

import type { Store } from '@sweatpants/framework/log'
import type { Cluster } from '../faults/cluster.ts'
import type { HistoryFile } from '../faults/history.ts'
import type { Bills } from './bills.ts'
import type { Recalled } from './check-debate.ts'
import type { Pulse } from './pulse.ts'
import type { Tally } from './tally.ts'

/** What every visitor uses. */
export interface Scene {
  tally: Tally
  history: HistoryFile
  bills: Bills
  pulse: Pulse
  /** How often seats were called; checked when the history is complete. */
  recalled: Recalled[]
  /** Returns the store of a cluster, read directly: no fault is between. */
  storeOf(cluster: Cluster): Store
  /** Aborts when nothing new is begun. */
  over: AbortSignal
  /** Aborts when what has not ended by then is stuck. */
  late: AbortSignal
  /** What a process on this machine needs to reach the history and the models. */
  env: Record<string, string>
}

let runs = 0

/** Returns a name that no other run has. */
export const nameRun = (): string => `run${(++runs).toString(36)}x${process.pid.toString(36)}`

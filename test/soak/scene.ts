import type { Bills } from './bills.ts'
import type { Ledger } from './ledger.ts'
import type { Pulse } from './pulse.ts'
import type { Tally } from './tally.ts'
import type { Troubles } from './troubles.ts'

/** What everybody who visits has to do with. */
export interface Scene {
  tally: Tally
  ledger: Ledger
  bills: Bills
  pulse: Pulse
  troubles: Troubles
  /** Nothing new is begun any more. */
  over: AbortSignal
  /** What has not come to its end by now never will. */
  late: AbortSignal
  /** What a process on this machine needs to reach the ledger and the models. */
  env: Record<string, string>
}

let runs = 0

/** A name that no other run has. */
export const nameRun = (): string => `run${(++runs).toString(36)}x${process.pid.toString(36)}`

import type { Transport } from '@modelcontextprotocol/client'
import type { InTurn } from '../../tools/turns.ts'
import type { CommandAddress, UrlAddress } from './address.ts'
import type { WireReport } from './errors.ts'
import { HttpWire } from './http-wire.ts'
import type { HostedLimits } from './limits.ts'
import { PipeWire } from './pipe-wire.ts'
import { withTasks } from './task-transport.ts'

/** A transport of the official client, within the limits of the host. */
export interface Wire extends Transport, WireReport {
  /** Runs a call of a 2025 server: over a pipe in turns. */
  readonly inTurn: InTurn
  /** Tells the server that the session ends. */
  terminateSession?(): Promise<void>
}

export const createWire = (address: CommandAddress | UrlAddress, limits: Required<HostedLimits>): Wire =>
  withTasks<Wire>('command' in address ? new PipeWire(address, limits) : new HttpWire(address, limits))

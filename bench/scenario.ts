import type { Effort } from './measure.ts'
import type { Peers } from './peers.ts'
import type { Finding } from './report.ts'

export interface Bench extends Effort {
  /** A smoke test: small sizes, few rounds; its numbers mean little. */
  quick: boolean
  peers: Peers
}

export interface Scenario {
  name: string
  about: string
  measure(bench: Bench): Promise<Finding>
}

import type { Journal, Recording } from '../../tools/journal.ts'

/** What a `requestState` is good for: it is refused for anything else. */
export interface Binding {
  tool: string
  /** The raw arguments; a carrier binds their canonical form. */
  arguments: unknown
  principal: string | undefined
  /** The server it was made by. */
  audience: string
}

/** A run between two rounds. */
export interface Carried {
  journal: Journal
  /** How many rounds there have been. */
  rounds: number
}

/** Takes a run from one round of a stateless call to the next. */
export interface Carrier {
  /** The state that the client sends back. */
  pack(recording: Recording, binding: Binding, rounds: number): string | Promise<string>
  /** The run in a state; a `ProtocolError` (-32602) when it is tampered, expired, foreign, used up or bound to something else. */
  unpack(state: string, binding: Binding): Carried | Promise<Carried>
}

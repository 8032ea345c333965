import type { SchemaObject } from './shape.ts'

/** What the model behind a loopback server says, in no provider's words. */
export interface Said {
  reasoning?: string
  text?: string
  /** Pages that the provider's own search has found, if it was asked to search. */
  found?: { title: string; url: string }[]
  calls?: { id: string; name: string; input: Record<string, unknown> }[]
  /** Default: `tools` when there are calls, else `stop`. */
  stop?: 'stop' | 'length' | 'tools'
  usage?: { input: number; output: number }
}

/** How the server treats one request. */
export type Behaviour =
  | { type: 'say'; said: Said; trickle?: boolean }
  | { type: 'status'; status: number; headers?: Record<string, string> }
  | { type: 'malformed' }
  /** Closes the connection after so many pieces of a stream, or in the middle of a body that is not one. */
  | { type: 'cut'; said: Said; after: number }
  /** Says the first piece, then nothing until the client goes away. */
  | { type: 'hang'; said: Said }

/** A provider's format: what it is sent, and how it answers. */
export interface Wire {
  readonly name: string
  /** Where it listens, below the base URL that a user would set; `{model}` stands for any name. */
  readonly paths: readonly string[]
  readonly contentType: { whole: string; stream: string }
  /** The documented shape of a request, as JSON Schema: what is not in the documentation is refused. */
  readonly request: SchemaObject
  isStream(path: string, body: unknown): boolean
  /** The answer in one body. */
  whole(said: Said, body: unknown): string
  /** The answer in pieces, each as it is written to the socket; text is cut into words. */
  pieces(said: Said, body: unknown): string[]
  /** The body of an error, as the provider words it. */
  error(status: number): string
}

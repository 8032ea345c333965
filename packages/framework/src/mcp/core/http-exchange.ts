import type { IncomingMessage } from 'node:http'

/** One HTTP request and its response, over any server. The body was read and is within its limit. */
export interface HttpExchange {
  readonly method: string
  /** Path and query. */
  readonly url: string
  /** By lower-case name. */
  header(name: string): string | undefined
  readonly body: string
  /** The request as a web standard, whose body was read. */
  readonly request: Request
  /** The request of `node:http`; absent on other servers. */
  readonly incoming?: IncomingMessage | undefined
  /** The network address of the client; absent where the server does not tell it. */
  readonly address?: string | undefined
  /** Aborts when the client closes the connection before the response ends. */
  readonly signal: AbortSignal
  /** Sends a whole response. */
  reply(status: number, headers: Readonly<Record<string, string>>, body?: string): void
  /** Begins a response that is written in parts. */
  stream(status: number, headers: Readonly<Record<string, string>>): HttpStream
}

/** Sends a response of the web standard. */
export async function replyWith(exchange: HttpExchange, response: Response): Promise<void> {
  exchange.reply(response.status, Object.fromEntries(response.headers), await response.text())
}

export interface HttpStream {
  /** Returns false when the client reads slower than the server writes. */
  write(text: string): boolean
  /** Resolves when the client has caught up or is gone. */
  drained(): Promise<void>
  end(): void
  /** Closes the connection in the middle of the response, as if the client had left. */
  cut(): void
}

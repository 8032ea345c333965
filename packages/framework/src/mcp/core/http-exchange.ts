/** One HTTP request and its answer, whatever server it came through. The body has been read, and was within its limit. */
export interface HttpExchange {
  readonly method: string
  /** Path and query. */
  readonly url: string
  /** By lower-case name. */
  header(name: string): string | undefined
  readonly body: string
  /** Aborts when the client has closed the connection before the answer ended. */
  readonly signal: AbortSignal
  /** Answers at once. */
  reply(status: number, headers: Readonly<Record<string, string>>, body?: string): void
  /** Begins an answer that is written in parts. */
  stream(status: number, headers: Readonly<Record<string, string>>): HttpStream
}

export interface HttpStream {
  /** False when the client reads slower than we write. */
  write(text: string): boolean
  /** Comes when the client has caught up, or is gone. */
  drained(): Promise<void>
  end(): void
}

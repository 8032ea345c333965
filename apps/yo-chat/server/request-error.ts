/** A request that was not taken. The message is for whoever sent it. */
export class RequestError extends Error {
  override name = 'RequestError'
  readonly status: 400 | 403 | 404 | 409 | 413
  readonly code: string
  readonly headers: Record<string, string>

  constructor(status: RequestError['status'], code: string, message: string, headers: Record<string, string> = {}) {
    super(message)
    this.status = status
    this.code = code
    this.headers = headers
  }
}

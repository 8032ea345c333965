import { SweatpantsError } from '../tools/errors.ts'

/** A request that is refused: the status, a code for programs, and a message for people. */
export class HttpError extends SweatpantsError {
  override name = 'HttpError'
  readonly status: number
  readonly code: string
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: number,
    code: string,
    message: string,
    headers: Readonly<Record<string, string>> = {},
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.status = status
    this.code = code
    this.headers = headers
  }
}

import { SweatpantsError } from '@sweatpants/framework'

/** A request that was not taken, for what it is rather than for what it asks of a debate. */
export class HttpError extends SweatpantsError {
  override name = 'HttpError'
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.status = status
    this.code = code
  }
}

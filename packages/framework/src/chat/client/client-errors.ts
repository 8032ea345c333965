import { SweatpantsError } from '../../tools/errors.ts'

/** The server does not take a request, and would not if it were repeated. */
export class RefusedError extends SweatpantsError {
  override name = 'RefusedError'
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** No answer came that could be understood. What was asked may have been done; asking again is safe. */
export class UnreachableError extends SweatpantsError {
  override name = 'UnreachableError'
}

/** The client was closed while the server had not answered yet. */
export class ClientClosedError extends SweatpantsError {
  override name = 'ClientClosedError'
  constructor() {
    super('the chat client was closed before the server had answered; the command may or may not have arrived')
  }
}

/** The server sent something that is not the next event of the log, or not a state. */
export class PatchError extends SweatpantsError {
  override name = 'PatchError'
}

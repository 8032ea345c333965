import { SweatpantsError } from '../../tools/errors.ts'

/** The server refused a request and would refuse it again. */
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

/** No readable response came. The request may have been carried out; repeating it is safe. */
export class UnreachableError extends SweatpantsError {
  override name = 'UnreachableError'
}

/** The client was closed while the server had not answered yet. */
export class ClientClosedError extends SweatpantsError {
  override name = 'ClientClosedError'
  constructor() {
    super('the client was closed before the server responded; the command may or may not have arrived')
  }
}

/** The server sent something that is not the next event of the log, or not a state. */
export class PatchError extends SweatpantsError {
  override name = 'PatchError'
}

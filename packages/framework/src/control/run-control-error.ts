import { HttpError } from '../http/http-error.ts'

const STATUS = {
  run_not_found: 404,
  run_ended: 409,
  run_running: 409,
  run_waiting: 409,
  not_supported: 409,
  other_code: 409,
  bad_entry: 400,
  answer_invalid: 422,
}

/** Says why a run cannot be mended so. */
export class RunControlError extends HttpError {
  override name = 'RunControlError'
  constructor(code: keyof typeof STATUS, message: string) {
    super(STATUS[code], code, message)
  }
}

import { SweatpantsError } from '../tools/errors.ts'

/** Each with the status that it is answered with. */
const STATUS = {
  bad_command: 400,
  not_found: 404,
  message_not_found: 404,
  call_not_found: 404,
  question_not_found: 404,
  question_closed: 409,
  approval_closed: 409,
  nothing_running: 409,
  message_too_long: 413,
  answer_invalid: 422,
  arguments_invalid: 422,
  unknown_model: 422,
  unknown_persona: 422,
  too_many_sessions: 429,
  too_many_streams: 429,
} as const

export type CommandErrorCode = keyof typeof STATUS

/** A command that was not taken; the log is as it was. */
export class CommandError extends SweatpantsError {
  override name = 'CommandError'
  readonly code: CommandErrorCode
  readonly status: (typeof STATUS)[CommandErrorCode]

  constructor(code: CommandErrorCode, message: string) {
    super(message)
    this.code = code
    this.status = STATUS[code]
  }
}

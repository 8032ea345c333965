import { HttpError } from '../http/http-error.ts'

/** The HTTP status of each code. */
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
} as const

export type CommandErrorCode = keyof typeof STATUS

/** A command that was refused; the log is as it was. */
export class CommandError extends HttpError {
  override name = 'CommandError'
  declare readonly code: CommandErrorCode

  constructor(code: CommandErrorCode, message: string) {
    super(STATUS[code], code, message)
  }
}

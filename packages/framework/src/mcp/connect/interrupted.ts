import { type EffectError, StepInterruptedError, SweatpantsError } from '../../tools/errors.ts'

/** What is recorded when a call is not open in this process; the run turns it into a `HostedCallInterruptedError`. */
export class InterruptedError extends SweatpantsError {
  override name = 'InterruptedError'

  constructor() {
    super('it is no longer open: the process that sent it has ended, or it has gone on with other answers')
  }
}

export const isInterrupted = (error: EffectError): boolean =>
  error instanceof StepInterruptedError || error.failure.name === 'InterruptedError'

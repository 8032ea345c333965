import { ErrorCode, ProtocolError } from '../protocol-error.ts'

const refusal = (problem: string): ProtocolError =>
  new ProtocolError(ErrorCode.invalidParams, `this requestState ${problem}; start the call again without it`)

/** One answer for everything that is wrong with a state, so that nobody learns which check it failed. */
export const notValid = (): ProtocolError => refusal('is not valid for this call')

export const expired = (): ProtocolError => refusal('has expired')

export const usedAlready = (): ProtocolError => refusal('has been used already')

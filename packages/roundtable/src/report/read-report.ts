import type { Session } from '../session/session.ts'
import { type Agreement, readAgreement } from './agreement.ts'
import { type Claims, readClaims } from './claims.ts'
import { type Headline, readHeadline } from './headline.ts'
import { type Positions, readPositions } from './positions.ts'
import { type ReportSeat, readSeats } from './seats.ts'
import { readTranscript, type TranscriptRound } from './transcript.ts'

/** A debate as a reader wants it: what was decided first, what was said last. */
export interface Report {
  headline: Headline
  seats: ReportSeat[]
  positions: Positions
  agreement: Agreement
  claims: Claims
  transcript: TranscriptRound[]
}

export const readReport = (session: Session): Report => ({
  headline: readHeadline(session),
  seats: readSeats(session),
  positions: readPositions(session),
  agreement: readAgreement(session),
  claims: readClaims(session),
  transcript: readTranscript(session),
})

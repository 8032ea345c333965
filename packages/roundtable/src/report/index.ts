export { sayStrip, type VoteChange } from '../consensus/say-vote.ts'
export { sayCount } from '../session/phrases.ts'
export type { Claim, ClaimState, Claims, Source } from './claims.ts'
export { describePositions } from './describe-positions.ts'
export { type Headline, type HeadlineState, HOW_COMPUTED } from './headline.ts'
export type { Minds } from './minds.ts'
export {
  type Band,
  type LineLabel,
  labelLines,
  layOutPicture,
  type Mark,
  type Picture,
  type PictureSize,
  scaleY,
} from './picture.ts'
export type { Lane, Place, Positions, Stop, Track } from './positions.ts'
export { listRanges, placeBetween, type RangeRow, type Ranges, sayMedians, sayRange } from './ranges.ts'
export type { TranscriptRound } from './read-report.ts'
export { type Report, readReport } from './read-report.ts'
export { type Agreement, type Relation, type ReportSeat, readSeats } from './seats.ts'
export { CLAIM_STATES, TITLES } from './titles.ts'
export { letterOf, sayBallot, sayBand, sayPercent, sayQuestion, saySure } from './words.ts'
export { sayWriteUp, type WriteUp, type WriteUpPart } from './write-up.ts'

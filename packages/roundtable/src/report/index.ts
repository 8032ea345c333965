export { sayEstimate } from '../consensus/estimates.ts'
export { sayStrip, type VoteChange } from '../consensus/recommend.ts'
export { letterOf, sayCount, shorten } from '../session/phrases.ts'
export type { Claim, ClaimState, Claims } from './claims.ts'
export { describePositions } from './describe-positions.ts'
export { type Headline, type HeadlineState, HOW_COMPUTED } from './headline.ts'
export type { ChangedMind, Minds } from './minds.ts'
export {
  type Band,
  type LineLabel,
  labelLines,
  layOutPicture,
  type Mark,
  type Picture,
  type PictureSize,
} from './picture.ts'
export { toPlainText } from './plain-text.ts'
export type { Lane, Place, Positions, Stop, Track } from './positions.ts'
export { countHeard, sayProgress } from './progress.ts'
export { listRanges, placeBetween, type RangeRow, type Ranges, sayMedians } from './ranges.ts'
export type { Ranking } from './ranking.ts'
export type { TranscriptRound } from './read-report.ts'
export { type Report, readReport } from './read-report.ts'
export { type Agreement, type Relation, type ReportSeat, readSeats } from './seats.ts'
export type { Source } from './sources.ts'
export { CLAIM_STATES, TITLES } from './titles.ts'
export {
  ENDS_EARLY,
  NO_CHANGE,
  NO_REASON,
  PLACES,
  readBallot,
  sayBand,
  sayChanged,
  sayCited,
  sayDeparture,
  sayHeld,
  sayPercent,
  sayQuestion,
  sayRange,
  saySpread,
  saySure,
  saySureness,
} from './words.ts'
export { sayWriteUp, type WriteUp, type WriteUpPart } from './write-up.ts'

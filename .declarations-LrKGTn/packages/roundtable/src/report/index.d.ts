export type { Claim, Claims, Source } from './claims.ts';
export { describePositions } from './describe-positions.ts';
export type { Headline, HeadlineState } from './headline.ts';
export { type Band, layOutPicture, type Mark, type Picture, type PictureSize, scaleY } from './picture.ts';
export type { Lane, Place, Positions, Stop, Track } from './positions.ts';
export type { TranscriptRound } from './read-report.ts';
export { type Report, readReport } from './read-report.ts';
export type { Agreement, Relation, ReportSeat } from './seats.ts';
export { letterOf, sayBallot, sayPercent, saySure } from './words.ts';

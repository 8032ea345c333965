import { sayStrip } from '../consensus/recommend.ts'
import { HOW_COMPUTED, listCounted, listDisagreed } from '../report/headline.ts'
import { listChanged, listKept, listUnheard } from '../report/minds.ts'
import { listRanges, sayMedians } from '../report/ranges.ts'
import { listRanks } from '../report/ranking.ts'
import type { Report } from '../report/read-report.ts'
import { TITLES } from '../report/titles.ts'
import { sayFinding } from '../report/write-up.ts'
import type { NameOf } from '../session/name-seats.ts'
import { toFacts, toHeading, toLine, toTitledList } from './blocks.ts'
import { modelQuote } from './model-markdown.ts'

/** The answer, the vote, and who changed their mind. */
export function answerSection({ headline, writeUp, writeUpProblem }: Report): string[] {
  const { title, answer, progress } = headline
  return [
    `**${toLine(answer)}**`,
    toLine(`${title}. ${progress}`),
    ...(writeUp === undefined
      ? []
      : [...writeUp.cautions.map(toLine), modelQuote(writeUp.answer), toLine(writeUp.note)]),
    ...(writeUpProblem === undefined ? [] : [toLine(writeUpProblem)]),
  ]
}

export function voteSection({ headline, ranges, ranking, minds, proposals, roles }: Report, nameOf: NameOf): string[] {
  const { vote, outweighs, votes } = headline
  return [
    toHeading(2, TITLES.vote),
    toLine(vote),
    ...(outweighs === undefined ? [] : [toLine(outweighs)]),
    ...(roles === undefined ? [] : [toLine(roles)]),
    ...(votes.length === 0 ? [] : [toLine(`${sayStrip(votes)} (${votes.map(({ answer }) => answer).join(' : ')})`)]),
    ...(ranges === undefined ? [] : toTitledList(sayMedians(ranges), listRanges(ranges))),
    ...(ranking === undefined
      ? []
      : [toLine(ranking.hint), ...toTitledList(TITLES.ranking, listRanks(ranking, nameOf))]),
    ...toTitledList(TITLES.changed, listChanged(minds, nameOf)),
    ...toTitledList(TITLES.kept, listKept(minds, nameOf)),
    ...toTitledList(TITLES.proposals, proposals),
    ...toTitledList(TITLES.unheard, listUnheard(minds, nameOf)),
  ]
}

/** What the answer rests on, as a model wrote it. */
export const findingsSection = ({ writeUp }: Report, nameOf: NameOf): string[] =>
  (writeUp?.parts ?? []).flatMap(({ title, findings }) => [
    toHeading(2, title),
    ...findings.map((finding) => modelQuote(sayFinding(finding, nameOf))),
  ])

/** How sure the answer is, and who disagrees. */
export function surenessSection({ headline }: Report, nameOf: NameOf): string[] {
  const { sureness, unrated, backing, changes, warnings } = headline
  return [
    toHeading(2, TITLES.sureness),
    ...toFacts({
      [TITLES.sureness]: sureness === undefined ? unrated : `${sureness.of}: ${sureness.words}. ${sureness.checked}`,
      [TITLES.computed]: sureness && HOW_COMPUTED,
      [TITLES.backing]: backing,
    }),
    ...toTitledList(TITLES.weights, listCounted(headline, nameOf)),
    ...toTitledList(TITLES.dissent, listDisagreed(headline, nameOf)),
    ...toTitledList(TITLES.changes, changes),
    ...toTitledList(TITLES.warnings, warnings),
  ]
}

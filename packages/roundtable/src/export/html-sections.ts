import { sayStrip } from '../consensus/recommend.ts'
import type { Claim, Claims } from '../report/claims.ts'
import { describePositions } from '../report/describe-positions.ts'
import { type Headline, HOW_COMPUTED, listCounted, listDisagreed } from '../report/headline.ts'
import { listLeftOut } from '../report/left-out.ts'
import { listChanged, listKept, listUnheard, type Minds } from '../report/minds.ts'
import { toPlainText } from '../report/plain-text.ts'
import type { Place, Positions } from '../report/positions.ts'
import { sayMedians } from '../report/ranges.ts'
import { listRanks } from '../report/ranking.ts'
import type { Report, TranscriptRound } from '../report/read-report.ts'
import type { Agreement, Relation, ReportSeat } from '../report/seats.ts'
import type { Source } from '../report/sources.ts'
import { CLAIM_STATES, TITLES } from '../report/titles.ts'
import {
  ENDS_EARLY,
  NO_CHANGE,
  PLACES,
  sayChanged,
  sayCited,
  sayDeparture,
  sayHeld,
  sayQuestion,
  saySpread,
} from '../report/words.ts'
import { sayFinding } from '../report/write-up.ts'
import type { ContextRecord } from '../session/context-request.ts'
import type { NameOf } from '../session/name-seats.ts'
import { sayCount, sayList } from '../session/phrases.ts'
import type { Question } from '../session/question.ts'
import type { AgentResponse } from '../session/response.ts'
import type { Session } from '../session/session.ts'
import { type Html, html } from './html.ts'
import { picture, rangeChart, seatClass, voteStrip } from './html-picture.ts'
import { modelHtml } from './model-markdown.ts'

const badge = (number: number): Html => html`<span class="badge ${seatClass(number)}">${number}</span>`

const list = (items: readonly (string | Html)[]): Html => html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`

const fact = (term: string, value: Html | string): Html => html`<dt>${term}</dt><dd>${value}</dd>`

/** The answer, and how a model wrote it up. */
export const answerSection = ({
  headline: { title, answer, progress },
  writeUp,
  writeUpProblem,
}: Report): Html => html`<section class="summary">
<h2>${answer}</h2>
<p class="note"><strong>${title}.</strong> ${progress}</p>
${writeUp && html`${writeUp.cautions.map((caution) => html`<p class="caution">${caution}</p>`)}<div class="written">${modelHtml(writeUp.answer)}</div><p class="note">${writeUp.note}</p>`}
${writeUpProblem && html`<p class="caution">${writeUpProblem}</p>`}
</section>`

export const voteSection = ({ headline: { vote, outweighs, votes }, ranges }: Report): Html => html`<section>
<h2>${TITLES.vote}</h2>
<p>${vote}</p>
${outweighs && html`<p>${outweighs}</p>`}
${votes.length > 0 ? html`${voteStrip(votes)}<p class="note">${sayStrip(votes)}</p>` : undefined}
${ranges && html`${rangeChart(ranges)}<p class="note">${sayMedians(ranges)}</p>`}
</section>`

export const proposalsSection = ({ proposals }: Report): Html | undefined =>
  proposals.length === 0 ? undefined : html`<section><h2>${TITLES.proposals}</h2>${list(proposals)}</section>`

export const rankingSection = ({ ranking }: Report, nameOf: NameOf): Html | undefined =>
  ranking &&
  html`<section>
<h2>${TITLES.ranking}</h2>
<p class="note">${ranking.hint}</p>
${list(listRanks(ranking, nameOf))}
</section>`

export function mindsSection(minds: Minds, nameOf: NameOf): Html | undefined {
  const { changed, kept, unheard } = minds
  const isHeard = changed.length + kept.length > 0
  if (!isHeard && unheard.length === 0) return undefined
  return html`<section>
<h2>${isHeard ? TITLES.changed : TITLES.unheard}</h2>
${changed.length > 0 ? list(listChanged(minds, nameOf)) : isHeard ? html`<p>${NO_CHANGE}</p>` : undefined}
${kept.length > 0 ? html`<details><summary>${sayCount(kept.length, 'panellist')} kept their answer</summary>${list(listKept(minds, nameOf))}</details>` : undefined}
${isHeard && unheard.length > 0 ? html`<h3>${TITLES.unheard}</h3>` : undefined}
${unheard.length > 0 ? list(listUnheard(minds, nameOf)) : undefined}
</section>`
}

/** What the answer rests on, as a model wrote it. */
export const findingsSections = ({ writeUp }: Report, nameOf: NameOf): Html[] =>
  (writeUp?.parts ?? []).map(
    ({ title, findings }) => html`<section>
<h2>${title}</h2>
${list(findings.map((finding) => modelHtml(sayFinding(finding, nameOf))))}
</section>`,
  )

export function surenessSection(headline: Headline, nameOf: NameOf): Html {
  const { sureness, unrated, backing, changes, warnings } = headline
  const disagreed = listDisagreed(headline, nameOf)
  const weighed = listCounted(headline, nameOf)
  return html`<section>
<h2>${TITLES.sureness}</h2>
<dl>
${sureness && fact(TITLES.sureness, html`${sureness.of}: <strong>${sureness.words}</strong>. <span class="note">${sureness.checked} ${HOW_COMPUTED}</span>`)}
${unrated && fact(TITLES.sureness, unrated)}
${backing && fact(TITLES.backing, backing)}
${weighed.length > 0 ? fact(TITLES.weights, list(weighed)) : undefined}
${backing && fact(TITLES.dissent, disagreed.length === 0 ? 'No one.' : list(disagreed))}
${changes.length > 0 ? fact(TITLES.changes, list(changes)) : undefined}
${warnings.length > 0 ? fact(TITLES.warnings, list(warnings)) : undefined}
</dl>
</section>`
}

export function positionsSection(positions: Positions): Html | undefined {
  const { stops, lanes, tracks } = positions
  if (stops.length === 0) return undefined
  return html`<section>
<h2>${TITLES.positions}</h2>
<p class="note">${positions.kind === 'estimate' ? 'Each line is the number of a panellist.' : 'Higher in a band means surer of that answer; a ring marks who changed their mind, a hollow number who did not say how sure it is.'}</p>
${picture(positions)}
<p>${lanes.map(({ letter, answer }) => html`<strong>${letter}</strong> ${answer}<br>`)}</p>
<ul>${tracks.map(({ seat }) => html`<li>${badge(seat.number)} <strong>${seat.name}</strong> <span class="note">${sayAbout(seat)}</span></li>`)}</ul>
<details><summary>In words</summary>
${list(describePositions(positions))}
</details>
<details><summary>As a table</summary>
<div class="table" tabindex="0"><table>
<thead><tr><th scope="col">Panellist</th>${stops.map(({ label }) => html`<th scope="col">${label}</th>`)}</tr></thead>
<tbody>${tracks.map(
    ({ seat, places }) => html`<tr><th scope="row">${badge(seat.number)} ${seat.name}</th>${places.map(
      (place) => html`<td>${cell(place, positions)}</td>`,
    )}</tr>
`,
  )}</tbody>
</table></div>
</details>
</section>`
}

const sayAbout = ({ model, role, persona, absence }: ReportSeat): string =>
  [model, role, persona, absence && `absent: ${absence}`].filter((part) => part !== undefined).join(' · ')

function cell(place: Place, { lanes }: Positions): Html {
  if (place.type === 'waiting' || place.type === 'unasked') return html`${PLACES[place.type]}`
  if (place.type === 'absent') return html`not heard: ${place.reason}`
  const letter = lanes[place.lane ?? -1]?.letter ?? PLACES.unclear
  const flip = place.flip && html`<br><em>${sayChanged(place.flip.reason)}</em>`
  const role = place.isRole ? html`<br>${PLACES.isRole}` : undefined
  return html`<strong>${letter}</strong>, ${place.held}<br>${place.position}${flip}${role}`
}

const SYMBOLS: Readonly<Record<Relation['type'], string>> = {
  self: '·',
  agree: '✓ agree',
  disagree: '✗ disagree',
  unknown: '? not heard together',
}

export const agreementSection = ({ seats, rows }: Agreement): Html => html`<section>
<h2>${TITLES.agreement}</h2>
<div class="table" tabindex="0"><table>
<thead><tr><th scope="col">Panellist</th>${seats.map(({ name, number }) => html`<th scope="col">${badge(number)} ${name}</th>`)}</tr></thead>
<tbody>${seats.map(
  ({ name, number }, row) => html`<tr><th scope="row">${badge(number)} ${name}</th>${rows[row]!.map(
    ({ type }) => html`<td>${SYMBOLS[type]}</td>`,
  )}</tr>
`,
)}</tbody>
</table></div>
</section>`

export const claimsSection = ({ claims, sources }: Claims, nameOf: NameOf): Html | undefined =>
  claims.length + sources.length === 0
    ? undefined
    : html`<section>
<h2>${TITLES.claims}</h2>
<p class="note">Points with similar wording are merged. A checked source was found by a search.</p>
${claims.map((claim) => claimItem(claim, nameOf))}
${sources.length > 0 ? html`<h3>${TITLES.sources}</h3>${list(sources.map((one) => source(one, nameOf)))}` : undefined}
</section>`

const claimItem = (
  { text, state, supporters, disputers, others, sources }: Claim,
  nameOf: NameOf,
): Html => html`<div class="claim">
<h3>${text}</h3>
<p class="note">${CLAIM_STATES[state]}. Said by ${sayList(supporters.map(nameOf))}.${others.length > 0 ? ` Gave another answer: ${sayList(others.map(nameOf))}.` : ''}</p>
${disputers.map((one) => html`<p>Disputed by ${nameOf(one.agentId)}: ${one.text}</p>`)}
${sources.length > 0 ? list(sources.map((one) => source(one, nameOf))) : undefined}
</div>`

const source = ({ title, url, quotes, agentIds, ...cited }: Source, nameOf: NameOf): Html =>
  html`${url === undefined ? title : html`<a href="${url}" rel="noreferrer nofollow">${title}</a>`} <span class="note">${sayCited(cited)} ${sayList(agentIds.map(nameOf))}</span>${quotes.map(
    (text) => html`<div class="quote">${text}</div>`,
  )}`

/** How the question was read, and what panellists did not see of the documents. */
export function aboutSection(session: Session, nameOf: NameOf): Html {
  const { question, attachments = [] } = session
  const leftOut = listLeftOut(session, nameOf)
  return html`<section>
<h2>About this debate</h2>
<dl>
${question && fact(TITLES.question, sayQuestion(question))}
${attachments.length > 0 ? fact('Documents', attachments.map(({ name }) => name).join(', ')) : undefined}
${leftOut.length > 0 ? fact(TITLES.leftOut, list(leftOut)) : undefined}
</dl>
</section>`
}

interface Words {
  nameOf: NameOf
  question: Question | undefined
}

/** All statements, in their order. */
export const transcriptSection = ({ transcript }: Report, words: Words): Html | undefined =>
  transcript.length === 0
    ? undefined
    : html`<section><h2>${TITLES.transcript}</h2>${transcript.map((one) => round(one, words))}</section>`

const round = (
  one: TranscriptRound,
  { nameOf, question }: Words,
): Html => html`<h3>Round ${one.number}${one.isOpen ? ' (in progress)' : ''}</h3>
${one.correction && html`<p>${one.correction}</p>`}
${one.focusQuestion && html`<p>Focus question: <strong>${one.focusQuestion}</strong></p>`}
${one.given.map((record) => told(record, nameOf))}
${one.ballots.map(
  (ballot) =>
    html`<p>${nameOf(ballot.agentId)} ${one.balloted}: ${ballot.answer && `${ballot.answer}: `}${toPlainText(ballot.position)} (${sayHeld(ballot, question)})</p>`,
)}
${one.responses.map((said) => statement(said, { nameOf, question }))}
${one.failures.map(({ agentId, phase, reason }) => html`<p>${nameOf(agentId)} was not heard${phase === 'ballot' ? ' in the ballot' : ''}: ${reason}</p>`)}
${one.requests.map(({ agentId, query, reason, priority }) => html`<p>${nameOf(agentId)} asks (${priority}): ${query} <span class="note">${reason}</span></p>`)}
${one.summary && html`<div class="text">${modelHtml(one.summary.text)}</div>`}
${one.consensus && html`<p class="note">${one.consensus.recommendation}</p>`}
`

const told = (
  { agentId, query, answer }: ContextRecord,
  nameOf: NameOf,
): Html => html`<p>The panel received an answer to a question from ${nameOf(agentId)}: ${query}</p>
<div class="quote">${answer?.success ? answer.result : `Unavailable: ${answer?.error ?? 'no answer'}`}</div>`

const statement = (said: AgentResponse, { nameOf, question }: Words): Html => html`<h4>${nameOf(said.agentId)}</h4>
<p class="note">${said.model} · ${sayHeld(said, question)}</p>
<p>${said.answer && html`<strong>${said.answer}: </strong>`}${toPlainText(said.position)}</p>
${said.spread && html`<p class="note">${saySpread(said.spread)}</p>`}
${said.changeReason && html`<p><em>${sayChanged(toPlainText(said.changeReason))}</em></p>`}
${said.isCut && html`<p class="caution">${ENDS_EARLY}</p>`}
${said.violation && html`<p class="note">${sayDeparture(said.violation)}</p>`}
<div class="text">${modelHtml(said.reasoning)}</div>
${said.keyPoints.length > 0 ? html`<ul>${said.keyPoints.map((point) => html`<li>${toPlainText(point)}</li>`)}</ul>` : undefined}
`

import type { Claim, Claims, Source } from '../report/claims.ts'
import { describePositions } from '../report/describe-positions.ts'
import { type Headline, HOW_COMPUTED } from '../report/headline.ts'
import type { Place, Positions } from '../report/positions.ts'
import type { TranscriptRound } from '../report/read-report.ts'
import type { Agreement, Relation, ReportSeat } from '../report/seats.ts'
import { sayBallot, sayList, saySure } from '../report/words.ts'
import type { ContextRecord } from '../session/context-request.ts'
import type { AgentResponse } from '../session/response.ts'
import { type Html, html } from './html.ts'
import { picture, seatClass } from './html-picture.ts'

const badge = (number: number): Html => html`<span class="badge ${seatClass(number)}">${number}</span>`

const list = (items: readonly (string | Html)[]): Html => html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`

const fact = (term: string, value: Html | string): Html => html`<dt>${term}</dt><dd>${value}</dd>`

export function summarySection({
  title,
  decision,
  sureness,
  unrated,
  backing,
  weights,
  dissent,
  changes,
  warnings,
  progress,
}: Headline): Html {
  const disagreed = dissent.map(
    ({ agentId, answer, confidence, reason }) =>
      html`${agentId} says <strong>${answer}</strong> (${saySure(confidence)}): ${reason}`,
  )
  return html`<section class="summary">
<p class="note"><strong>${title}.</strong> ${progress}</p>
<h2>${decision}</h2>
<dl>
${sureness && fact('How sure', html`${sureness.of} is <strong>${sureness.words}</strong>. <span class="note">${sureness.checked} ${HOW_COMPUTED}</span>`)}
${unrated && fact('How sure', unrated)}
${backing && fact('Who is behind it', backing)}
${weights.length > 0 ? fact('How much each seat counts', list(weights.map(({ agentId, words }) => `${agentId}: ${words}`))) : undefined}
${backing && fact('Who disagreed', disagreed.length === 0 ? 'No one.' : list(disagreed))}
${changes.length > 0 ? fact('What would change it', list(changes)) : undefined}
${warnings.length > 0 ? fact('Be careful', list(warnings)) : undefined}
</dl>
</section>`
}

export function positionsSection(positions: Positions): Html | undefined {
  const { stops, lanes, tracks } = positions
  if (stops.length === 0) return undefined
  return html`<section>
<h2>Positions over rounds</h2>
<p class="note">Each seat has a number. Higher in a band means surer of that answer; a ring marks who changed their mind, a hollow number who did not say how sure it is.</p>
${picture(positions)}
<p>${lanes.map(({ letter, answer }) => html`<strong>${letter}</strong> ${answer}<br>`)}</p>
<ul>${tracks.map(({ seat }) => html`<li>${badge(seat.number)} <strong>${seat.agentId}</strong> <span class="note">${sayAbout(seat)}</span></li>`)}</ul>
<h3>In words</h3>
${list(describePositions(positions))}
<h3>As a table</h3>
<div class="table" tabindex="0"><table>
<thead><tr><th scope="col">Seat</th>${stops.map(({ label }) => html`<th scope="col">${label}</th>`)}</tr></thead>
<tbody>${tracks.map(
    ({ seat, places }) => html`<tr><th scope="row">${badge(seat.number)} ${seat.agentId}</th>${places.map(
      (place) => html`<td>${cell(place, positions)}</td>`,
    )}</tr>
`,
  )}</tbody>
</table></div>
</section>`
}

const sayAbout = ({ model, role, persona, absence }: ReportSeat): string =>
  [model, role, persona, absence && `absent: ${absence}`].filter((part) => part !== undefined).join(' · ')

function cell(place: Place, { lanes }: Positions): Html {
  if (place.type === 'waiting') return html`still to answer`
  if (place.type === 'unasked') return html`not asked`
  if (place.type === 'absent') return html`not heard: ${place.reason}`
  const letter = lanes[place.lane ?? -1]?.letter ?? 'No clear answer'
  const flip = place.flip && html`<br><em>Changed its mind: ${place.flip.reason ?? 'it does not say why'}</em>`
  const role = place.isRole ? html`<br>Argues this because it has to; counted with its ballot.` : undefined
  return html`<strong>${letter}</strong>, ${saySure(place.confidence)}<br>${place.position}${flip}${role}`
}

const SYMBOLS: Readonly<Record<Relation['type'], string>> = {
  self: '·',
  agree: '✓ agree',
  disagree: '✗ disagree',
  unknown: '? not heard together',
}

export const agreementSection = ({ seats, rows }: Agreement): Html | undefined =>
  seats.length < 2
    ? undefined
    : html`<section>
<h2>Who agrees with whom</h2>
<div class="table" tabindex="0"><table>
<thead><tr><th scope="col">Seat</th>${seats.map(({ agentId, number }) => html`<th scope="col">${badge(number)} ${agentId}</th>`)}</tr></thead>
<tbody>${seats.map(
        ({ agentId, number }, row) => html`<tr><th scope="row">${badge(number)} ${agentId}</th>${rows[row]!.map(
          ({ type }) => html`<td>${SYMBOLS[type]}</td>`,
        )}</tr>
`,
      )}</tbody>
</table></div>
</section>`

export const claimsSection = ({ claims, sources }: Claims): Html | undefined =>
  claims.length + sources.length === 0
    ? undefined
    : html`<section>
<h2>Arguments</h2>
<p class="note">Points with similar wording are merged. The sources have not been checked.</p>
${claims.map(claimItem)}
${sources.length > 0 ? html`<h3>Other sources</h3>${list(sources.map(source))}` : undefined}
</section>`

const claimItem = ({ text, supporters, disputers, others, sources }: Claim): Html => html`<div class="claim">
<h3>${text}</h3>
<p class="note">Said by ${sayList(supporters)}.${others.length > 0 ? ` Disagree: ${sayList(others)}.` : ''}</p>
${disputers.map((one) => html`<p>Disputed by ${one.agentId}: ${one.text}</p>`)}
${sources.length > 0 ? list(sources.map(source)) : undefined}
</div>`

const source = ({ title, url, quotes, agentIds }: Source): Html =>
  html`${url === undefined ? title : html`<a href="${url}" rel="noreferrer nofollow">${title}</a>`} <span class="note">cited by ${sayList(agentIds)}</span>${quotes.map(
    (text) => html`<div class="quote">${text}</div>`,
  )}`

/** All statements, in their order. */
export const transcriptSection = (transcript: readonly TranscriptRound[]): Html | undefined =>
  transcript.length === 0 ? undefined : html`<section><h2>Transcript</h2>${transcript.map(round)}</section>`

const round = (one: TranscriptRound): Html => html`<h3>Round ${one.number}${one.isOpen ? ' (in progress)' : ''}</h3>
${one.focusQuestion && html`<p>Focus question: <strong>${one.focusQuestion}</strong></p>`}
${one.given.map(told)}
${one.ballots.map(
  ({ agentId, answer, position, confidence }) =>
    html`<p>${agentId} ${sayBallot(one.number)}: ${answer && `${answer}: `}${position} (${saySure(confidence)})</p>`,
)}
${one.responses.map(statement)}
${one.failures.map(({ agentId, phase, reason }) => html`<p>${agentId} was not heard${phase === 'ballot' ? ' in the ballot' : ''}: ${reason}</p>`)}
${one.requests.map(({ agentId, query, reason, priority }) => html`<p>${agentId} asks (${priority}): ${query} <span class="note">${reason}</span></p>`)}
${one.summary && html`<p class="text">${one.summary.text}</p>`}
${one.consensus && html`<p class="note">${one.consensus.recommendation}</p>`}
`

const told = ({
  agentId,
  query,
  answer,
}: ContextRecord): Html => html`<p>All were told what ${agentId} asked: ${query}</p>
<div class="quote">${answer?.success ? answer.result : `Unavailable: ${answer?.error ?? 'no answer'}`}</div>`

const statement = (said: AgentResponse): Html => html`<h4>${said.agentId}</h4>
<p class="note">${said.model} · ${saySure(said.confidence)}</p>
<p>${said.answer && html`<strong>${said.answer}: </strong>`}${said.position}</p>
${said.changeReason && html`<p><em>Changed its mind: ${said.changeReason}</em></p>`}
${said.violation && html`<p class="note">Departs from its role: ${said.violation}</p>`}
<p class="text">${said.reasoning}</p>
${said.keyPoints.length > 0 ? html`<ul>${said.keyPoints.map((point) => html`<li>${point}</li>`)}</ul>` : undefined}
`

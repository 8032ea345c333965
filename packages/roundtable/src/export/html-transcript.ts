import type { TranscriptRound } from '../report/transcript.ts'
import { sayBallot, saySure } from '../report/words.ts'
import type { ContextRecord } from '../session/context-request.ts'
import type { AgentResponse } from '../session/response.ts'
import { type Html, html } from './html.ts'

/** Everything that was said, in the order in which it was. */
export const transcriptSection = (transcript: readonly TranscriptRound[]): Html | undefined =>
  transcript.length === 0 ? undefined : html`<section><h2>Transcript</h2>${transcript.map(round)}</section>`

const round = (one: TranscriptRound): Html => html`<h3>Round ${one.number}${one.isOpen ? ' (in progress)' : ''}</h3>
${one.focusQuestion && html`<p>Asked to look at: <strong>${one.focusQuestion}</strong></p>`}
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

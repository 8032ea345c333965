import { nameSeats, type Session, sayHeld, sayProgress, toPlainText } from '@sweatpants/roundtable/browser'
import { texts } from './texts.ts'

/** Events of a debate by name, as sentences for a screen reader. */
function toNews(session: Session): Map<string, string> {
  const nameOf = nameSeats(session)
  const { responses, rounds, contextRequests, status, question } = session
  const news = new Map<string, string>()
  for (const said of responses) {
    const words = texts.news.answers(nameOf(said.agentId), sayHeld(said, question), toPlainText(said.position))
    news.set(`response ${said.round} ${said.agentId}`, words)
  }
  for (const { number, ballots, failures, consensus, endedAt } of rounds) {
    for (const { agentId } of ballots) news.set(`ballot ${number} ${agentId}`, texts.news.voted(nameOf(agentId)))
    for (const { agentId, phase, reason } of failures)
      news.set(`failure ${number} ${agentId} ${phase}`, texts.news.failed(nameOf(agentId), reason))
    if (endedAt !== undefined) news.set(`end ${number}`, texts.news.ended(number, consensus?.recommendation))
  }
  for (const { id, agentId, priority, query, answer } of contextRequests) {
    news.set(`request ${id}`, texts.news[priority](nameOf(agentId), query))
    if (answer !== undefined) news.set(`answer ${id}`, texts.news.answered(query))
  }
  if (status !== 'active') news.set(`status ${status}`, sayProgress(session))
  return news
}

/** Returns the events of the later session that the earlier one does not have. */
export function findNews(before: Session, after: Session): string[] {
  const known = toNews(before)
  return [...toNews(after)].flatMap(([name, words]) => (known.has(name) ? [] : [words]))
}

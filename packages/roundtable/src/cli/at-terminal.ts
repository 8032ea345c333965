import { printResult, reserveStdout, untilSignal } from '@sweatpants/framework/cli'
import { openTerminal } from '@sweatpants/framework/terminal'
import type { Begun, Roundtable } from '../debate/roundtable.ts'
import { noticeOf } from '../mcp/notices.ts'
import { nameSeats } from '../session/name-seats.ts'
import { openTable, type TableChoice } from './open-table.ts'
import { type PlayOptions, playToEnd } from './play.ts'
import { createProgress } from './progress.ts'
import { type ReportFormat, toReport } from './report.ts'

export interface TerminalDebate {
  table: TableChoice
  format: ReportFormat
  begin(roundtable: Roundtable, options: PlayOptions): Promise<Begun>
}

/** Runs a debate in the terminal to its end; resolves to the exit code. */
export async function debateAtTerminal({ table: choice, format, begin }: TerminalDebate): Promise<number> {
  reserveStdout()
  using stop = untilSignal()
  const isScreen = process.stdin.isTTY === true && process.stderr.isTTY === true
  using terminal = isScreen ? openTerminal({ input: process.stdin, output: process.stderr }) : undefined
  using progress = createProgress(process.stderr)
  // Rounds that another process left belong to a server: this process ends with its own debate.
  await using table = await openTable(choice, process.env, { takesOver: false })
  const { roundtable } = table
  const options: PlayOptions = { terminal, progress, signal: stop.signal }
  let begun: Begun | undefined
  try {
    begun = await begin(roundtable, options)
    const session = await roundtable.get(begun.sessionId)
    const notice = noticeOf(session.seats)
    const nameOf = nameSeats(session)
    if (notice !== undefined) progress.say(notice)
    for (const { agentId, reason } of session.absent) progress.say(`${nameOf(agentId)} cannot take part: ${reason}`)
    const ended = await playToEnd(roundtable, begun, options)
    printResult(toReport(ended, format))
    // A debate that is not over ended with a round in which no seat was heard.
    if (ended.status !== 'active') return ended.responses.length > 0 ? 0 : 1
    const { id, currentRound } = ended
    progress.say(`No panellist could be heard in round ${currentRound}, so it does not count. ${sayContinue(id)}`)
    return 1
  } catch (error) {
    if (!stop.signal.aborted) throw error
    progress.rest()
    if (begun !== undefined) await roundtable.interrupt(begun.sessionId)
    progress.say(`Interrupted.${begun === undefined ? '' : ` ${sayContinue(begun.sessionId)}`}`)
    return 130
  }
}

const sayContinue = (sessionId: string): string => `To continue, run: ai-roundtable continue ${sessionId}`

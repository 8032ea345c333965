import { readReport, type Session } from '@sweatpants/roundtable/browser'
import { type ReactNode, useMemo } from 'react'
import { AgreementSection } from './agreement.tsx'
import { Answer } from './answer.tsx'
import { AnswersSection } from './answers.tsx'
import { ClaimsSection } from './claims.tsx'
import { Findings } from './findings.tsx'
import { MindsSection } from './minds.tsx'
import { PositionsSection } from './positions.tsx'
import { Sureness } from './sureness.tsx'
import { TranscriptSection } from './transcript.tsx'
import { Vote } from './vote.tsx'

interface DebateReadingProps {
  session: Session
  /** Shown after the answer. */
  children?: ReactNode
}

/** The report of a debate, from the answer to the transcript. Its headings begin at the second level. */
export function DebateReading({ session, children }: DebateReadingProps) {
  const report = useMemo(() => readReport(session), [session])
  return (
    <div className="debate-reading">
      <Answer headline={report.headline} writeUp={report.writeUp} />
      {children}
      <Vote headline={report.headline} ranges={report.ranges} />
      <MindsSection minds={report.minds} />
      {report.writeUp?.parts.map((part) => (
        <Findings key={part.list} part={part} />
      ))}
      <Sureness headline={report.headline} />
      <PositionsSection positions={report.positions} />
      {report.seats.length > 1 && <AgreementSection agreement={report.agreement} />}
      <ClaimsSection {...report.claims} />
      <AnswersSection positions={report.positions} transcript={report.transcript} />
      <TranscriptSection transcript={report.transcript} />
    </div>
  )
}

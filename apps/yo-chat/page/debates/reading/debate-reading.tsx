import { type Report, TITLES } from '@sweatpants/roundtable/browser'
import type { ReactNode } from 'react'
import { AgreementSection } from './agreement.tsx'
import { AnswersSection } from './answers.tsx'
import { ClaimsSection } from './claims.tsx'
import { Findings } from './findings.tsx'
import { MindsSection } from './minds.tsx'
import { PositionsSection } from './positions.tsx'
import { RankingSection } from './ranking.tsx'
import { Section } from './section.tsx'
import { Sureness } from './sureness.tsx'
import { TranscriptSection } from './transcript.tsx'
import { Vote } from './vote.tsx'

interface DebateReadingProps {
  report: Report
  /** Shown after those who changed their mind. */
  children?: ReactNode
}

/** The report of a debate after its answer, from the vote to the transcript. Its headings begin at the second level. */
export function DebateReading({ report, children }: DebateReadingProps) {
  return (
    <div className="debate-reading">
      <Vote headline={report.headline} ranges={report.ranges} />
      {report.ranking && <RankingSection ranking={report.ranking} />}
      <MindsSection minds={report.minds} />
      {children}
      {report.proposals.length > 0 && (
        <Section title={TITLES.proposals}>
          <ul className="debate-list">
            {report.proposals.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Section>
      )}
      {report.writeUp?.parts.map((part) => (
        <Findings key={part.list} part={part} />
      ))}
      <Sureness headline={report.headline} />
      <PositionsSection positions={report.positions} />
      {report.agreement && <AgreementSection agreement={report.agreement} />}
      <ClaimsSection {...report.claims} />
      <AnswersSection positions={report.positions} transcript={report.transcript} />
      <TranscriptSection transcript={report.transcript} />
    </div>
  )
}

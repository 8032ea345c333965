import { Markdown } from '@sweatpants/framework/react'
import { readReport, type Session, sayWriteUp } from '@sweatpants/roundtable/browser'
import { useMemo } from 'react'
import { AgreementSection } from './agreement.tsx'
import { AnswersSection } from './answers.tsx'
import { ClaimsSection } from './claims.tsx'
import { PositionsSection } from './positions.tsx'
import { SeatsContext } from './seat-name.tsx'
import { Section } from './section.tsx'
import { Summary } from './summary.tsx'
import { TranscriptSection } from './transcript.tsx'

/** The report of a debate, from the decision to the transcript. Its headings begin at the second level. */
export function DebateReading({ session }: { session: Session }) {
  const report = useMemo(() => readReport(session), [session])
  return (
    <SeatsContext value={report.seats}>
      <div className="debate-reading">
        <Summary headline={report.headline} />
        {report.writeUp && (
          <Section
            title="Summary by a model"
            hint={`Written by ${report.writeUp.model}. It does not change the result.`}
          >
            <Markdown text={sayWriteUp(report.writeUp)} />
          </Section>
        )}
        <PositionsSection positions={report.positions} />
        {report.seats.length > 1 && <AgreementSection agreement={report.agreement} />}
        <ClaimsSection {...report.claims} />
        <AnswersSection positions={report.positions} transcript={report.transcript} />
        <TranscriptSection transcript={report.transcript} />
      </div>
    </SeatsContext>
  )
}

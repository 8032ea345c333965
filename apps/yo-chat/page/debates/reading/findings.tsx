import { Markdown } from '@sweatpants/framework/react'
import type { WriteUpPart } from '@sweatpants/roundtable/browser'
import { SeatNames } from './seat-name.tsx'
import { Section } from './section.tsx'
import { texts } from './texts.ts'

/** A part of the synthesis: what a model found, and which panellists said it. */
export const Findings = ({ part: { title, findings } }: { part: WriteUpPart }) => (
  <Section title={title}>
    <ul className="debate-list">
      {findings.map(({ text, agentIds, settledBy }) => (
        <li key={text}>
          <Markdown text={text} />
          {settledBy !== undefined && <p className="hint">{texts.settledBy(settledBy)}</p>}
          {agentIds.length > 0 && (
            <p className="hint">
              {texts.saidBy} <SeatNames agentIds={agentIds} />
            </p>
          )}
        </li>
      ))}
    </ul>
  </Section>
)

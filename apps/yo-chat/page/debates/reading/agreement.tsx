import { type Agreement, type Relation, TITLES } from '@sweatpants/roundtable/browser'
import { SeatBadge, SeatName } from './seat-name.tsx'
import { Section } from './section.tsx'
import { TableScroller } from './table-scroller.tsx'
import { texts } from './texts.ts'

const SYMBOLS: Readonly<Record<Relation['type'], string>> = { self: '·', agree: '✓', disagree: '✗', unknown: '?' }

/** A table of which seats agree with each other. */
export function AgreementSection({ agreement: { seats, rows } }: { agreement: Agreement }) {
  return (
    <Section title={TITLES.agreement} hint={texts.agreementHint}>
      <TableScroller label={TITLES.agreement}>
        <table className="debate-matrix">
          <thead>
            <tr>
              <th scope="col">{texts.panellist}</th>
              {seats.map(({ agentId, name, number }) => (
                <th key={agentId} scope="col" title={name}>
                  <SeatBadge number={number} /> <span className="visually-hidden">{name}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {seats.map(({ agentId }, row) => (
              <tr key={agentId}>
                <th scope="row">
                  <SeatName agentId={agentId} />
                </th>
                {rows[row]!.map((relation, column) => (
                  <td key={seats[column]!.agentId} data-relation={relation.type}>
                    <span aria-hidden="true">{SYMBOLS[relation.type]}</span>
                    <span className="visually-hidden">{texts.relations[relation.type]}</span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroller>
    </Section>
  )
}

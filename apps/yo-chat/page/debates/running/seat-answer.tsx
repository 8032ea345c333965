import { type AgentResponse, sayChanged, toPlainText } from '@sweatpants/roundtable/browser'
import { Disclosure } from '../reading/disclosure.tsx'
import { Statement } from '../reading/statement.tsx'
import { Stand } from './stand.tsx'
import { texts } from './texts.ts'

/** The latest answer of a seat in short. It opens to the full answer. */
export function SeatAnswer({ response }: { response: AgentResponse }) {
  const { position, changeReason } = response
  return (
    <>
      <p className="running-position">{toPlainText(position)}</p>
      <p className="running-stand">
        <Stand said={response} />
      </p>
      {changeReason !== undefined && <p className="hint">{sayChanged(toPlainText(changeReason))}</p>}
      <Disclosure summary={texts.fullAnswer}>{() => <Statement response={response} />}</Disclosure>
    </>
  )
}

import { type ContextRecord, isPending, openRound, type Session } from '@sweatpants/roundtable/browser'
import { useEffect, useId, useRef } from 'react'
import { forgetTexts } from '../../composer/kept-texts.ts'
import { toRequestName } from '../draft-names.ts'
import { AnsweredRequest } from './answered-request.tsx'
import { RequestForm } from './request-form.tsx'
import { texts } from './texts.ts'

/** The requests of seats and their answers, until a round has used them. */
export function ContextRequests({ session }: { session: Session }) {
  const id = useId()
  const saved = useRef<string>(undefined)
  useEffect(() => {
    // A request may be answered here, elsewhere, or while no page shows the debate.
    const closed = session.contextRequests.filter((record) => !isPending(record))
    for (const record of closed) forgetTexts(toRequestName(session.id, record.id))
  }, [session.id, session.contextRequests])
  const given = openRound(session)?.contextIds ?? []
  const asked = session.contextRequests.filter((record) => !record.isCleared && !given.includes(record.id))
  if (session.status === 'completed' || asked.length === 0) return null
  const required = session.pendingContextRequests.filter(({ priority }) => priority === 'required').length
  return (
    <section className="context" aria-labelledby={id}>
      <h2 id={id}>{session.pendingContextRequests.length === 0 ? texts.given : texts.title}</h2>
      <p className="hint">{required === 0 ? texts.allAnswered : texts.someMissing}</p>
      <ul className="context-requests">
        {asked.toSorted(byPriority).map((record) => (
          <li key={record.id}>
            {record.answer === undefined ? (
              <RequestForm
                session={session}
                record={record}
                onSave={() => {
                  saved.current = record.id
                }}
              />
            ) : (
              <AnsweredRequest record={record} isSaved={saved.current === record.id} />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const byPriority = (a: ContextRecord, b: ContextRecord): number =>
  Number(a.priority === 'optional') - Number(b.priority === 'optional')

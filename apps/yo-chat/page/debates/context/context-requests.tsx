import { type ContextRecord, openRound, type Session } from '@sweatpants/roundtable/browser'
import { useId, useRef } from 'react'
import { AnsweredRequest } from './answered-request.tsx'
import { RequestForm } from './request-form.tsx'
import { texts } from './texts.ts'

/** The requests of seats and their answers, until a round has used them. */
export function ContextRequests({ session }: { session: Session }) {
  const id = useId()
  const saved = useRef<string>(undefined)
  const given = openRound(session)?.contextIds ?? []
  const asked = session.contextRequests.filter((record) => !record.isCleared && !given.includes(record.id))
  if (session.status === 'completed' || asked.length === 0) return null
  const required = session.pendingContextRequests.filter(({ priority }) => priority === 'required').length
  return (
    <section className="context" aria-labelledby={id}>
      <h2 id={id}>{texts.title}</h2>
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

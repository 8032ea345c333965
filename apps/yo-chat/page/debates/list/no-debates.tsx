import { Link } from '../../frame/link.tsx'
import { toNewDebatePath } from '../../frame/place.ts'

const EXAMPLES = [
  { title: 'A decision', topic: 'Should a team of five move its service from one server to Kubernetes?' },
  { title: 'A question of fact', topic: 'Is nuclear power cheaper than solar with storage for a new grid in 2035?' },
  { title: 'A question of values', topic: 'Should a city close its centre to private cars?' },
  { title: 'A plan', topic: 'How should a small library decide which books to stop lending?' },
]

/** The empty list, with suggested topics. */
export function NoDebates() {
  return (
    <div className="welcome">
      <h2 className="welcome-title">What should they debate?</h2>
      <p className="hint">
        Several models answer one question, hear each other, and answer again. You see who changed their mind and why,
        how sure they are, and who still disagrees.
      </p>
      <ul className="examples">
        {EXAMPLES.map(({ title, topic }) => (
          <li key={title}>
            <Link className="example" href={toNewDebatePath(topic)}>
              <strong>{title}</strong>
              <span>{topic}</span>
            </Link>
          </li>
        ))}
      </ul>
      <Link className="button" data-kind="primary" href={toNewDebatePath()}>
        Ask something else
      </Link>
    </div>
  )
}

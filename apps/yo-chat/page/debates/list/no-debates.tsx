import { Link } from '../../frame/link.tsx'
import { toNewDebatePath } from '../../frame/place.ts'
import { texts } from './texts.ts'

/** The empty list, with suggested topics. */
export function NoDebates() {
  return (
    <div className="welcome">
      <h2 className="welcome-title">{texts.welcome}</h2>
      <p className="hint">{texts.welcomeHint}</p>
      <ul className="examples">
        {texts.examples.map(({ title, topic }) => (
          <li key={title}>
            <Link className="example" href={toNewDebatePath(topic)}>
              <strong>{title}</strong>
              <span>{topic}</span>
            </Link>
          </li>
        ))}
      </ul>
      <Link className="button" data-kind="primary" href={toNewDebatePath()}>
        {texts.askElse}
      </Link>
    </div>
  )
}

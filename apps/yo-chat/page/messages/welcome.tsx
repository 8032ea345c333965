import { useSend } from '../composer/use-send.ts'
import { Mark } from '../controls/mark.tsx'
import { useApp, useAppName } from '../frame/app-info.ts'
import { texts } from './texts.ts'

/** An empty conversation, with example messages. */
export function Welcome() {
  const { info } = useApp()
  const name = useAppName()
  const send = useSend()
  return (
    <div className="welcome">
      <p className="welcome-brand">
        <Mark />
        {name}
      </p>
      <p className="welcome-title">{texts.welcome}</p>
      <p className="hint">{texts.welcomeHint}</p>
      <ul className="examples">
        {info?.examples.map(({ title, prompt }) => (
          <li key={title}>
            <button type="button" className="example" onClick={() => send(prompt)}>
              <strong>{title}</strong>
              <span>{prompt}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

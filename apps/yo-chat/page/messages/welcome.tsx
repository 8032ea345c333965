import { useSend } from '../composer/use-send.ts'
import { Mark } from '../controls/mark.tsx'
import { useApp, useAppName } from '../frame/app-info.ts'

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
      <p className="welcome-title">What would you like to do?</p>
      <p className="hint">Tools can ask you questions, right in the chat.</p>
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

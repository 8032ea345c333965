import { isUnfinished } from '@sweatpants/framework/chat'
import { useApp } from '../frame/app-info.ts'
import { useChat, useClient } from '../frame/chat.ts'
import { Link } from '../frame/link.tsx'
import { useTell } from '../frame/notices.tsx'
import { toKeyPath } from '../frame/place.ts'
import { useRequest } from '../frame/use-request.ts'
import { ContinueButton } from './continue-button.tsx'
import { texts } from './texts.ts'

/** The error of the last turn. */
export function TurnError() {
  const client = useClient()
  const { isBusy, send } = useRequest(useTell())
  const error = useChat(({ state }) => state.error)
  const { info } = useApp()
  const model = useChat(({ state }) => state.model) ?? info?.model ?? ''
  const last = useChat(({ state }) => state.messages.at(-1))
  if (error === undefined) return null
  return (
    <div className="turn-error" role="alert">
      <p>
        <strong>{texts.failed}</strong> {error.message}
      </p>
      {error.code === 'configuration' && (
        <Link className="button" href={toKeyPath(model.split('/')[0]!)}>
          Check the API key
        </Link>
      )}
      {last !== undefined && isUnfinished(last) && <ContinueButton messageId={last.messageId} />}
      {last !== undefined && (
        <button
          type="button"
          className="button"
          aria-disabled={isBusy}
          onClick={() => send(() => client.retry(last.messageId))}
        >
          {texts.tryAgain}
        </button>
      )}
    </div>
  )
}

import { type ChatMessage, isUnfinished } from '@sweatpants/framework/chat'
import { useRef } from 'react'
import { openQuestions } from '../composer/open-calls.ts'
import { CopyButton } from '../controls/copy-button.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { Mark } from '../controls/mark.tsx'
import { useChat, useClient } from '../frame/chat.ts'
import { useTell } from '../frame/notices.tsx'
import { useRequest } from '../frame/use-request.ts'
import { AnswerBlock } from './answer-block.tsx'
import { ContinueButton } from './continue-button.tsx'
import { ReadAloud } from './read-aloud.tsx'
import { Retrying } from './retrying.tsx'
import { Sources } from './sources.tsx'
import { textOf } from './text-of.ts'
import { texts } from './texts.ts'
import { Thinking } from './thinking.tsx'
import { Timing } from './timing.tsx'
import { Versions } from './versions.tsx'

interface AnswerProps {
  message: ChatMessage
  /** Whether it is the last message of a finished turn. */
  isDone: boolean
  /** Whether it is the last message of the conversation, and no turn runs. */
  isLast: boolean
  /** Whether the error is shown elsewhere. */
  hasFailed: boolean
  /** The first messages of all answers to the same message, if there are several. */
  versions: readonly string[] | undefined
  /** The first message of this answer. */
  version: string | undefined
}

export function Answer({ message, isDone, isLast, hasFailed, versions, version }: AnswerProps) {
  const client = useClient()
  const { isBusy, send } = useRequest(useTell())
  const { messageId, content, status, sources, retry } = message
  const isStreaming = status === 'streaming'
  const text = textOf(message)
  const article = useRef<HTMLElement>(null)
  // Another answer would cancel the tool that waits.
  const asks = useChat(({ state }) => openQuestions(state) !== '')
  const isCutOff = isUnfinished(message)
  const canContinue = isLast && (isCutOff || content.some(({ type }) => type === 'tool_use'))
  return (
    <article ref={article} className="answer" aria-busy={isStreaming}>
      <h2 className="answer-name">
        <Mark />
        {texts.assistant}
      </h2>
      {isStreaming && retry !== undefined && <Retrying retry={retry} />}
      {isStreaming && retry === undefined && content.length === 0 && <Thinking />}
      {content.map((block, index) => (
        <AnswerBlock
          // A block only grows, and no other takes its place.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          key={index}
          block={block}
          messageId={messageId}
          isStreaming={isStreaming && index === content.length - 1}
        />
      ))}
      {(status === 'interrupted' || isCutOff) && !hasFailed && (
        <p className="stopped">{status === 'interrupted' ? texts.stopped : texts.cutOff}</p>
      )}
      {sources !== undefined && sources.length > 0 && <Sources sources={sources} />}
      {isDone && !hasFailed && (
        <div className="message-actions" data-shown={versions !== undefined || canContinue || undefined}>
          {canContinue && <ContinueButton messageId={messageId} />}
          {versions !== undefined && <Versions versions={versions} shown={version} />}
          {text !== '' && <CopyButton text={text} label={texts.copyAnswer} />}
          {text !== '' && <ReadAloud answer={article} />}
          {!asks && (
            <IconButton
              icon="retry"
              label={texts.tryAgain}
              aria-disabled={isBusy}
              onClick={() => send(() => client.retry(messageId))}
            />
          )}
          <Timing message={message} />
        </div>
      )}
    </article>
  )
}

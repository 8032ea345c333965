import type { ToolCallState } from '@sweatpants/framework/chat'

/** Progress from 0 to 1. Other numbers are shown without a bar. */
export function Progress({ progress: { message, progress } }: { progress: NonNullable<ToolCallState['progress']> }) {
  const isPart = progress !== undefined && progress >= 0 && progress <= 1
  return (
    <div className="progress">
      <p>{message}</p>
      {isPart && <progress value={progress} max={1} aria-label={message} />}
    </div>
  )
}

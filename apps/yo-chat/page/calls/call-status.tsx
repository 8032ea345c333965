import type { ToolCallState, ToolCallStatus } from '@sweatpants/framework/chat'
import { Icon, type IconName } from '../controls/icon.tsx'
import { texts } from './texts.ts'

const ICONS: Record<ToolCallStatus, IconName | undefined> = {
  running: undefined,
  approval: 'shield',
  waiting: 'hand',
  done: 'check',
  failed: 'cross',
  cancelled: 'minus',
}

export function CallStatus({ call: { status, error } }: { call: ToolCallState }) {
  const icon = ICONS[status]
  return (
    <span className="card-status" data-status={status}>
      {icon ? <Icon name={icon} /> : <span className="spinner" aria-hidden="true" />}
      <span className="card-status-label">{error?.code === 'denied' ? texts.denied : texts.statuses[status]}</span>
    </span>
  )
}

import type { ToolCallState, ToolCallStatus } from '@sweatpants/framework/chat'
import { Icon, type IconName } from '../controls/icon.tsx'

const LOOKS: Record<ToolCallStatus, { label: string; icon?: IconName }> = {
  running: { label: 'Running' },
  approval: { label: 'Needs your approval', icon: 'shield' },
  waiting: { label: 'Waiting for you', icon: 'hand' },
  done: { label: 'Done', icon: 'check' },
  failed: { label: 'Failed', icon: 'cross' },
  cancelled: { label: 'Cancelled', icon: 'minus' },
}

export function CallStatus({ call: { status, error } }: { call: ToolCallState }) {
  const { label, icon } = LOOKS[status]
  return (
    <span className="card-status" data-status={status}>
      {icon ? <Icon name={icon} /> : <span className="spinner" aria-hidden="true" />}
      <span className="card-status-label">{error?.code === 'denied' ? 'Denied' : label}</span>
    </span>
  )
}

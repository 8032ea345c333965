import { createElement, type FunctionComponent } from 'react'
import type { ToolEmissionTrackingState } from '../chat/client/tool-emission.ts'
import type { RenderProps } from '../tools/render.ts'

export interface EmissionProps {
  emission: ToolEmissionTrackingState
  onRespond: (callId: string, emissionId: string, response: unknown) => void
}

/** What a plugin renders: its component, with `onRespond`, `disabled` and `response`; or why it failed, with another try. */
export function Emission({ emission, onRespond }: EmissionProps) {
  if (emission.status === 'error') {
    const { error, retry } = emission
    return (
      <div role="alert" className="emission-error">
        <p>{error instanceof Error ? error.message : String(error)}</p>
        <button type="button" onClick={retry}>
          Try again
        </button>
      </div>
    )
  }
  const { callId, emissionId, component, props, status } = emission
  // The plugin that rendered it has checked its props; here they are any component's.
  return createElement(component as unknown as FunctionComponent<object & RenderProps<unknown>>, {
    ...props,
    onRespond: (response: unknown) => onRespond(callId, emissionId, response),
    disabled: status === 'responded',
    response: status === 'responded' ? emission.response : undefined,
  })
}

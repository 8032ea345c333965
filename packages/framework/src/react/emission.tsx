import { Component, createElement, type FunctionComponent, type ReactNode } from 'react'
import type { ToolEmissionTrackingState } from '../chat/client/tool-emission.ts'
import { messageOf } from '../tools/describe.ts'
import type { Json } from '../tools/json.ts'
import type { PluginClient } from '../tools/plugin.ts'
import type { RenderProps } from '../tools/render.ts'

export interface EmissionProps {
  emission: ToolEmissionTrackingState
  onRespond: (callId: string, emissionId: string, response: unknown) => void
}

/** Renders the component of a plugin, with `onRespond`, `disabled` and `response`; or its error, with a button to retry. */
export function Emission({ emission, onRespond }: EmissionProps) {
  if (emission.status === 'error') return <Failure error={emission.error} retry={emission.retry} />
  const { callId, emissionId, component, props, status } = emission
  // The types of the plugin have checked the props; here the component may be any.
  const shown = createElement(component as unknown as FunctionComponent<object & RenderProps<unknown>>, {
    ...props,
    onRespond: (response: unknown) => onRespond(callId, emissionId, response),
    disabled: status === 'responded',
    response: status === 'responded' ? emission.response : undefined,
  })
  return <Boundary>{shown}</Boundary>
}

function Failure({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <div role="alert" className="emission-error">
      <p>{messageOf(error)}</p>
      <button type="button" onClick={retry}>
        Try again
      </button>
    </div>
  )
}

export interface ResultViewProps {
  plugin: PluginClient
  result: Json
  /** Shown if the plugin has no component for the result, or the component throws: the result may be of an earlier version of the tool. */
  fallback: ReactNode
}

/** Shows the result of a tool with the component of its plugin. */
export function ResultView({ plugin, result, fallback }: ResultViewProps) {
  if (plugin.result === undefined) return fallback
  const shown = createElement(plugin.result as unknown as FunctionComponent<{ result: Json }>, { result })
  return <Boundary fallback={fallback}>{shown}</Boundary>
}

interface BoundaryProps {
  children: ReactNode
  fallback?: ReactNode
}

/** Keeps the page if the component throws. */
class Boundary extends Component<BoundaryProps, { failed: { error: unknown } | undefined }> {
  override state: { failed: { error: unknown } | undefined } = { failed: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { failed: { error } }
  }

  override render() {
    const { failed } = this.state
    const { children, fallback } = this.props
    if (failed === undefined) return children
    return fallback ?? <Failure error={failed.error} retry={() => this.setState({ failed: undefined })} />
  }
}

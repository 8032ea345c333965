import type { Component } from '../../tools/render.ts'

interface OfQuestion {
  callId: string
  elicitId: string
  emissionId: string
  toolName: string
  key: string
}

interface Rendered extends OfQuestion {
  /** Of whatever library the page uses. It takes `props` and `RenderProps`. */
  component: Component<never>
  props: object
}

/** What a plugin shows in this page, for a question. Nobody else's page knows of it. */
export type ToolEmissionTrackingState =
  | (Rendered & { status: 'pending' })
  | (Rendered & { status: 'responded'; response: unknown })
  /** The plugin failed, or the server did not take its answer. The question is still open. */
  | (OfQuestion & { status: 'error'; error: unknown; retry: () => void })

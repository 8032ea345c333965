import type { HostedView } from '../tools/hosted-app.ts';
import type { McpTool } from '../tools/tool.ts';
import type { ChatState } from './state.ts';
/** Which view is wanted: that of a call, or that of an open question of the call. */
export interface ShownView {
    callId: string;
    elicitId: string | undefined;
}
/** Resolves to a view from the server of the call's tool. The address is the one that the tool or the question named. */
export declare function readView(tools: readonly McpTool[], { toolCalls, pendingElicits }: ChatState, { callId, elicitId }: ShownView): Promise<HostedView>;

import type { Tool } from '@modelcontextprotocol/client';
import type { HostedView, QuestionApp, ViewSource } from '../../tools/hosted-app.ts';
import { type Json } from '../../tools/json.ts';
import type { McpTool } from '../../tools/tool.ts';
/** Returns the extension by which servers know that their views are shown, and whether also in place of forms. */
export declare const declareApps: (elicitation: boolean) => Record<string, Record<string, Json>>;
/** Returns what a tool says of its view. A tool without a word about it may be called by the model and by views. */
export declare function toApp({ name, _meta }: Tool, server: ViewSource | undefined): Pick<McpTool, 'app'>;
/** Whether a server shows its questions by views; the other side is `declareApps`. */
export declare const asksByApp: (server: {
    extensions?: Record<string, unknown> | undefined;
} | undefined) => boolean;
/** Returns the view of a question that a server sent. A view shows forms only. */
export declare function toQuestionApp({ mode, _meta }: Record<string, unknown>): QuestionApp | undefined;
/** Returns the view in the reply to `resources/read`. Throws a `HostedViewError`. */
export declare function toView(server: string, uri: string, reply: object, limit: number): HostedView;

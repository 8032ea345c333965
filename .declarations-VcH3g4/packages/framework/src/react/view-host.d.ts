import type { ElicitAnswer } from '../tools/elicit.ts';
import { type Json } from '../tools/json.ts';
/** A tool's result as a view receives it. */
export interface ViewResult {
    content: readonly unknown[];
    structuredContent?: unknown;
    isError?: boolean;
    _meta?: unknown;
}
/** What a view is told about the place where it is shown. */
export interface ViewContext {
    theme: 'light' | 'dark';
    /** CSS variables by the names of MCP Apps: `--color-background-primary`. */
    variables: Readonly<Record<string, string>>;
    width: number;
    maxHeight: number;
}
/** What the host does for a view. Each rejects if it is not done; the view is told the error's message. */
export interface ViewHandlers {
    onCallTool(name: string, args: Record<string, Json>): Promise<ViewResult>;
    /** Resolves to whether the person agrees. */
    onMessage(text: string): Promise<boolean>;
    /** Resolves to whether the person agrees. The URL is http or https. */
    onOpenLink(url: string): Promise<boolean>;
    onNote(text: string): Promise<void>;
    onHeight(height: number): void;
    /** The view cannot be shown, or no longer; it is closed. */
    onFail(problem: string): void;
}
/**
 * The host's side of MCP Apps: JSON-RPC over messages between windows, with a view in the sandbox.
 *
 * The view is another server's code. Only messages of its own window and of the sandbox's origin count; it is asked nothing
 * before it has started, and one that sends too much is closed.
 */
export declare class ViewHost {
    #private;
    /** Resolves when the view has started, to whether it shows questions. */
    readonly started: Promise<{
        asks: boolean;
    }>;
    constructor(frame: HTMLIFrameElement, origin: string, html: string, context: ViewContext, handlers: ViewHandlers);
    /** Tells the view what has changed around it. */
    update(context: ViewContext): void;
    /** Sends a notification once the view has started. */
    notify(method: string, params: object): Promise<void>;
    /** Resolves to the view's answer to a question with these params, or rejects if it gives none. */
    ask(params: object): Promise<ElicitAnswer>;
    /** The view may store what it has; the frame can be removed at once. */
    close(): void;
}

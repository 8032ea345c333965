import { type ReactNode } from 'react';
import type { ElicitAnswer } from '../tools/elicit.ts';
import type { HostedView, QuestionApp } from '../tools/hosted-app.ts';
import type { Json } from '../tools/json.ts';
import type { JsonSchema } from '../tools/schema.ts';
import { type ViewHandlers, type ViewResult } from './view-host.ts';
export interface AppFrameProps extends Omit<ViewHandlers, 'onHeight'> {
    /** The address of the sandbox, which is on another origin than the page. */
    sandbox: string;
    view: HostedView;
    /** What the frame is, for those who cannot see it. */
    title: string;
    theme: 'light' | 'dark';
    /** CSS variables by the names of MCP Apps. */
    variables?: Readonly<Record<string, string>>;
    /** The largest height in pixels. Default 720. */
    maxHeight?: number;
    /** The arguments of the call. */
    input?: Json;
    /** The result of the call, once there is one. */
    result?: ViewResult | undefined;
    /** Why the call ended without a result. */
    cancelled?: string | undefined;
    /** The question that the view shows. Its answer goes to `onAnswer`; a view that gives none has failed. */
    question?: {
        message: string;
        schema?: JsonSchema;
        app?: QuestionApp;
    } | undefined;
    onAnswer?: (answer: ElicitAnswer) => void;
}
/** Shows a view of another server (MCP Apps) in the sandbox, as high as it wants to be within bounds. */
export declare function AppFrame(props: AppFrameProps): ReactNode;

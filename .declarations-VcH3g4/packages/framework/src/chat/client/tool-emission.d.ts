import type { Component } from '../../tools/render.ts';
interface OfQuestion {
    callId: string;
    elicitId: string;
    emissionId: string;
    toolName: string;
    key: string;
}
interface Rendered extends OfQuestion {
    /** A component of the page's library. It receives `props` and `RenderProps`. */
    component: Component<never>;
    props: object;
}
/** A component that a plugin shows for a question, in this page only. */
export type ToolEmissionTrackingState = (Rendered & {
    status: 'pending';
}) | (Rendered & {
    status: 'responded';
    response: unknown;
})
/** The plugin failed, or the server refused its answer. The question is still open. */
 | (OfQuestion & {
    status: 'error';
    error: unknown;
    retry: () => void;
});
export {};

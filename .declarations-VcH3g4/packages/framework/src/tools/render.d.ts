/** What a rendered component is given beside its own props. */
export interface RenderProps<R> {
    onRespond: (value: R) => void;
    disabled?: boolean;
    /** What was answered, once it was. */
    response?: R;
}
/** A component of any library: anything that takes props. */
export type Component<P> = ((props: P) => unknown) | (new (props: P, ...rest: any[]) => unknown);
/** What a component answers with, by the type of its `onRespond`. */
export type ResponseOfProps<P> = P extends {
    onRespond?: (value: infer R) => void;
} ? R : unknown;
/** Props without what the page adds, for each member of a union. */
type OwnProps<P> = P extends unknown ? Omit<P, keyof RenderProps<never>> : never;
/** Shows a component and waits for its answer. The only effect of a plugin. */
export declare class RenderEffect {
    readonly component: Component<never>;
    readonly props: object;
    constructor(component: Component<never>, props: object);
}
/** What a plugin handler waits for, with `yield*`. */
export interface PluginOperation<T> {
    [Symbol.iterator](): Iterator<RenderEffect, T, unknown>;
}
export interface PluginContext {
    /** Shows a component and returns its response. */
    render<P extends object>(component: Component<P>, props: OwnProps<P>): PluginOperation<ResponseOfProps<P>>;
}
/** Where a plugin runs: a page, a terminal, a test. */
export interface PluginHost {
    render(component: Component<never>, props: object, signal: AbortSignal): Promise<unknown>;
}
/** Runs a plugin's generator to its end; a halt or a failing render reaches its `finally`. */
export declare function runHandler<T>(body: (ctx: PluginContext) => PluginOperation<T>, host: PluginHost, signal: AbortSignal): Promise<T>;
export {};

export type Params = Record<string, unknown>;
/** How messages reach the host. */
export interface Line {
    post(message: object): void;
    listen(receive: (message: unknown) => void): void;
}
export interface HostContext {
    theme?: 'light' | 'dark';
    styles?: {
        variables?: Readonly<Record<string, string | undefined>>;
    };
    /** `height` is fixed; without it the view says how high it is. */
    containerDimensions?: {
        height?: number;
        maxHeight?: number;
        width?: number;
        maxWidth?: number;
    };
    safeAreaInsets?: {
        top: number;
        right: number;
        bottom: number;
        left: number;
    };
}
/** What the host tells the view. A request resolves to its result. */
export interface FromHost {
    onContext(context: HostContext): void;
    onInput(args: Params): void;
    onResult(result: Params): void;
    onCancelled(): void;
    onElicit(params: Params, signal: AbortSignal): Promise<Params>;
    onTeardown(): void;
}
export declare class Bridge {
    #private;
    /** What the host offers to views; empty before `connect` has resolved. */
    capabilities: Params;
    constructor(line: Line, from: FromHost);
    /** Listens from the first moment: a host may send the result together with its reply. */
    connect(name: string): Promise<void>;
    request(method: string, params: Params): Promise<Params>;
    notify(method: string, params: Params): void;
}

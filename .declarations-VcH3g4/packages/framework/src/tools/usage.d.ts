/** What model calls used. */
export interface Usage {
    inputTokens: number;
    outputTokens: number;
    /** What it cost, where the price of the model is known. */
    costUsd?: number;
}
/** What a run has used that asked no model. */
export declare const noUsage: Usage;
/** Together; a cost that only one of them knows is still a cost. */
export declare function addUsage(a: Usage, b: Usage): Usage;

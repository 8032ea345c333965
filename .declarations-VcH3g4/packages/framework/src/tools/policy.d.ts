/** How the runtime treats an effect, by its type. What differs between two effects of a type is on the effect. */
export interface Policy {
    /**
     * Someone outside answers it: a person, a model, the client, the sender of a signal. It cannot be used in a `finally`, nor in
     * `before` and `after`.
     */
    readonly asks: boolean;
    /** What settles it while it is deferred: answers to its id, or signals with its name. */
    readonly takes: 'answers' | 'signals';
    /** Its entry says who answered and when. */
    readonly isAttributed: boolean;
    /** It is open while it is deferred, under an id that is stable across replays. */
    readonly hasId: boolean;
    /** Its running time counts towards timeouts. Time spent waiting for a person does not. */
    readonly counts: boolean;
    /** The time it was opened is written before it is performed, so that the next process knows it. */
    readonly isDated: boolean;
    /**
     * Whether its value is part of what was answered on the way to a step (R15). Outcomes that may differ between two attempts
     * at the same thing are not; a sample is only where the client has performed it.
     */
    readonly isAnswer: 'always' | 'if handed in' | 'never';
}
export type EffectType = keyof typeof policies;
export declare const policies: {
    elicit: {
        asks: boolean;
        takes: 'answers' | 'signals';
        hasId: boolean;
        isAnswer: 'always' | 'if handed in' | 'never';
        counts: false;
        isDated: true;
        isAttributed: true;
    };
    signal: {
        asks: boolean;
        isAttributed: boolean;
        hasId: boolean;
        isDated: boolean;
        isAnswer: 'always' | 'if handed in' | 'never';
        takes: "signals";
        counts: false;
    };
    signalUrl: Policy;
    sample: {
        asks: boolean;
        takes: 'answers' | 'signals';
        isAttributed: boolean;
        hasId: boolean;
        counts: boolean;
        isDated: boolean;
        isAnswer: "if handed in";
    };
    roots: Policy;
    detach: Policy;
    /** The code that drives the run performs it. It may take as long as a person does. */
    host: {
        asks: boolean;
        takes: 'answers' | 'signals';
        isAttributed: boolean;
        isDated: boolean;
        isAnswer: 'always' | 'if handed in' | 'never';
        hasId: true;
        counts: false;
    };
    step: Policy;
    phase: Policy;
    now: Policy;
    sleep: {
        asks: boolean;
        takes: 'answers' | 'signals';
        isAttributed: boolean;
        hasId: boolean;
        isAnswer: 'always' | 'if handed in' | 'never';
        counts: false;
        isDated: true;
    };
    /** Something outside that the tool itself listens to. */
    wait: Policy;
};

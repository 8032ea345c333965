/** Runs an action, tells whether it is still running, and keeps the message of its error. */
export declare function useAction(): {
    act(action: () => Promise<unknown>): void;
    isBusy: boolean;
    problem: string | undefined;
};

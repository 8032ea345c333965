import * as react from 'react';
/** Hooks that React has since version 18. In an older React they throw an error that says what to install. */
export declare const useId: typeof react.useId;
export declare const useSyncExternalStore: typeof react.useSyncExternalStore;

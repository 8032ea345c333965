/** What to do with a project that was just written. */
export declare function nextSteps(folder: string): string;

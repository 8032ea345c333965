/** Returns an answer as the tool gets it: a cancel that came faster than a person can says so. */
export declare function judgeAnswer(answer: unknown, elapsed: number): unknown;
/** The same for all answers of a request. */
export declare const judgeAnswers: (answers: Readonly<Record<string, unknown>>, elapsed: number) => Record<string, unknown>;

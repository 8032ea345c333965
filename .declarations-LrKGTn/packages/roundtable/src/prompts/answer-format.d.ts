/** The JSON format of a statement, without fields that do not apply yet. */
export declare const statementFormat: (asked: {
    hasAnswers: boolean;
    hasHeard: boolean;
    hasSpoken: boolean;
}) => string;
export declare const ballotFormat: (asked: {
    hasAnswers: boolean;
    isAgain: boolean;
}) => string;
/** Describes a JSON object by its fields. */
export declare function jsonFormat(fields: Readonly<Record<string, string | false>>): string;

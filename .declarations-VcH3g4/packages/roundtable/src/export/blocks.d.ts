/** Joins blocks of Markdown with blank lines. */
export declare const toHeading: (depth: number, text: string) => string;
/** A list of names and values; skips names without a value. */
export declare function toFacts(facts: Readonly<Record<string, string | undefined>>): string[];
export declare function toTable(header: readonly string[], rows: readonly (readonly string[])[]): string;
/** A list with a heading; empty if there are no items. */
export declare const toTitledList: (title: string, items: readonly string[]) => string[];
export declare const toPercent: (share: number) => string;
/** Escapes a text as one line of Markdown, so that it is shown unchanged. */
export declare const toLine: (text: string) => string;
/** Escapes a text as a block quote, line by line. */
export declare function toQuote(text: string): string;

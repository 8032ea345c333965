/** The words of a text in lower case, without punctuation. Keeps `+` and `#`: C, C++ and C# are three answers. */
export declare const wordsOf: (text: string) => string[];
/** The stem of a word for comparison, or `undefined` for a stop word. */
export declare const toContentWord: (word: string) => string | undefined;
export declare const contentWords: (text: string) => Set<string>;

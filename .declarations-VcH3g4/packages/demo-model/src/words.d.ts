/** Returns the words of a text or of an identifier, in lower case. */
export declare const wordsOf: (text: string) => string[];
/** Returns the words that carry the meaning of a text. */
export declare const contentWords: (text: string) => string[];
/** Returns what `booking`, `booked` and `books` have in common. */
export declare function stemOf(word: string): string;
/** Characters of a message or a result that are searched for values: the expressions for them take quadratic time. */
export declare const MOST_READ = 1000;
/** Returns the first sentence of a text, shortened after a whole word. */
export declare function subjectOf(text: string): string;
/** Returns a text without its last word, which may be cut. A text of one word stays as it is. */
export declare function withoutLastWord(text: string): string;

import type { Reader } from './suggest.ts';
/** Returns values by the word before them: "from Lisbon to Vienna". Values with a capital letter go first. */
export declare const readPhrase: Reader;
/** Returns a value by its label: `priority: high`, `count = 3`, `the title is "Notes"`. */
export declare const readLabelled: Reader;
/** Returns the quoted text whose position among the quoted texts is that of the place. */
export declare const readQuoted: Reader;
/** Returns the mail address or the web addresses of the message. */
export declare const readLink: Reader;

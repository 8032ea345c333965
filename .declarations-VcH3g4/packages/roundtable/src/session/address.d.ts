/** Returns a web address, or `undefined`: nothing else may become a link. */
export declare function toWebAddress(url: string | undefined): string | undefined;
/** Returns the same text for addresses of the same page: without scheme, `www.`, fragment, tracking and a slash at the end. */
export declare function addressKey(url: string | undefined): string | undefined;
